#!/usr/bin/env node
// The npm package preferans-score-js as a subject: an example with a program of somebody else.
//
// The package is the paper of a Serbian game: bule, supe and refe of three players.  It is told the value of a game,
// who followed and who fell; what the table decides before it writes that down stands in table.js.
"use strict";

const readline = require("node:readline");
const { PAPERS, gameOf } = require("./table");

const PrefScore = require("preferans-score-js").default;
const { version } = require("preferans-score-js/package.json");

// Even, as the package wants it, and so large that no deal empties it.
const START = 100000;

class Unsupported extends Error {}

/** The package refuses by throwing: that is its answer, and no fault of this file. */
class Refused extends Error {}

function write(score, value, main, left, right) {
  try {
    score.addPlayedHand(value, main, left, right);
  } catch (thrown) {
    throw new Refused(thrown.message);
  }
}

/** A fresh paper of `bule` each; `refe` is the most that may be entered. */
function paper(bule, refe = Infinity) {
  return new PrefScore(...PAPERS, bule, refe);
}

/** Supe as {writer: {on whom: amount}}; the paper of each has the others' to his left and right. */
function supeOf(score, players) {
  const supe = {};
  players.forEach((seat, n) => {
    const { left, right } = score.mini[PAPERS[n]].paper;
    supe[seat] = { [players[(n + 1) % 3]]: right, [players[(n + 2) % 3]]: left };
  });
  return supe;
}

/** How many refe of one paper its owner has not played. */
function unplayed(score, name) {
  return score.json[name].paper.middle.filter((entry) => entry.middle === 0).length;
}

/** A paper on which each seat holds as many refe as `held` says: all get them alike, so the others play theirs first. */
function withRefe(players, held) {
  const score = paper(START);
  const most = Math.max(0, ...players.map((seat) => held[seat] ?? 0));
  for (let n = 0; n < most; n++) score.addRefaHand();
  players.forEach((seat, n) => {
    for (let left = held[seat] ?? 0; left < most; left++) write(score, 2, ...alone(n, false));
  });
  return score;
}

/** The hand of a main player whom nobody follows. */
function alone(n, failed) {
  const stays = (m, tricks) => ({ designation: PAPERS[m % 3], followed: false, tricks, failed: false });
  return [{ designation: PAPERS[n], tricks: failed ? 5 : 6, failed }, stays(n + 2, failed ? 5 : 0), stays(n + 1, 0)];
}

function allPass(rules, { players, totals = {}, refe = {}, all_pass_run: run = 0 }) {
  if (rules.refe === "none") throw new Unsupported("without refe there is nothing to write");
  if (Object.values(totals.bule ?? {}).some((bule) => bule < 0)) {
    throw new Unsupported("the package leaves it to the caller whether a refe may be entered under the cap");
  }
  // refe of the rules counts those entered; held ones were entered too.
  const entered = totals.refe_entered ?? Math.max(0, ...Object.values(refe));
  const score = paper(START, Number(rules.refe) - entered);
  const change = {};
  try {
    score.addRefaHand();
  } catch {
    return { output: { all_pass_run: run + 1 } };
  }
  players.forEach((seat, n) => {
    change[seat] = unplayed(score, PAPERS[n]);
  });
  return { output: { refe: change, all_pass_run: run + 1 } };
}

function score(rules, input) {
  const { players } = input;
  if (players.length !== 3) throw new Unsupported("three players");
  if (input.contract === "all-pass") return allPass(rules, input);
  const game = gameOf(rules, input);
  if (game.unsupported) throw new Unsupported(game.unsupported);
  const held = withRefe(players, input.refe ?? {});
  const before = held.mini;
  const refe = PAPERS.map((name) => unplayed(held, name));
  write(held, game.value, game.main, game.left, game.right);
  const bule = {};
  const change = {};
  players.forEach((seat, n) => {
    bule[seat] = held.mini[PAPERS[n]].paper.middle - before[PAPERS[n]].paper.middle;
    change[seat] = unplayed(held, PAPERS[n]) - refe[n];
  });
  return { output: { bule, supe: supeOf(held, players), refe: change } };
}

/** The sheet is written down game by game, as the package takes nothing else; then it says what each has won. */
function settle(rules, { players, sheet }) {
  if (players.length !== 3) throw new Unsupported("three players");
  if (rules.result_sign !== "high_wins") throw new Unsupported("in the package the highest result wins");
  const settled = paper(START);
  players.forEach((seat, n) => {
    for (const [step, side] of [[1, "left"], [2, "right"]]) {
      const main = (n + step) % 3;
      const amount = sheet.supe?.[seat]?.[players[main]] ?? 0;
      if (amount === 0) continue;
      const [made, left, right] = alone(main, false);
      const writer = { designation: PAPERS[n], followed: true, tricks: 1, failed: false };
      write(settled, amount, made, ...(side === "right" ? [writer, right] : [left, writer]));
      write(settled, amount, ...alone(main, true));
    }
  });
  players.forEach((seat, n) => {
    const change = (sheet.bule?.[seat] ?? 0) - START;
    if (change !== 0) write(settled, Math.abs(change), ...alone(n, change > 0));
  });
  const result = {};
  players.forEach((seat, n) => {
    result[seat] = settled.mini[PAPERS[n]].score;
  });
  return { output: { result, good: "high" } };
}

const OPS = { score, settle };

function answer({ op, rules, input }) {
  try {
    return OPS[op](rules.all, input);
  } catch (refused) {
    if (refused instanceof Unsupported) return { unsupported: refused.message };
    if (refused instanceof Refused) return { error: { code: "malformed", message: refused.message } };
    throw refused;
  }
}

const HELLO = {
  protocol: 1,
  name: "preferans-score-js",
  language: "JavaScript",
  version,
  homepage: "https://github.com/cope/preferans-score-js",
  ops: Object.keys(OPS),
  variants: ["serbian", "serbian-klub"],
  // The package has one way for each of these.
  parameters: {
    all_pass_outcome: ["refe"], betl_fail_supe: ["60/70"], bula_unit: ["2G"], double_fail_last: [false],
    duty_fine: ["2G"], follower_fine_when: ["made"], in_hand: ["plus1"], kontra_credit: ["giver"],
    obvious_error: ["none"], refe_limit: ["entered"], supe_unit: ["2G"],
  },
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  if (request.cmd === "stop") process.exit(0);
  const reply = request.cmd === "start" ? HELLO : { seq: request.seq, ...answer(request) };
  process.stdout.write(`${JSON.stringify(reply)}\n`);
});
