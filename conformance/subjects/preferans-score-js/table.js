// What the table decides before the package writes: the value of the game, who is credited, who has fallen.
"use strict";

// The package's names for the players, in playing order: the next player sits to the right.
const PAPERS = ["p1", "p2", "p3"];

/** Value, main player and followers as addPlayedHand wants them; or {unsupported}. */
function gameOf(rules, { players, declarer, contract, bid = "", defence = {}, kontra, refe = {}, tricks = {} }) {
  const [game, ...hand] = contract.split("-");
  const number = rules.game_value[game];
  if (number === undefined || rules.goal[game] === undefined) return { unsupported: `no value of ${contract} in these rules` };
  if (game === "S" && !kontra && rules.kontra_compulsory !== "none") return { unsupported: "a game that is not played" };
  const inHand = hand.length > 0 || String(bid).endsWith("-hand");
  // A game counts twice its number in bule, one more in hand; kontra and an unplayed refe double it.
  const value = 2 * (number + (inHand ? 1 : 0)) * 2 ** (kontra?.level ?? 0) * ((refe[declarer] ?? 0) > 0 ? 2 : 1);
  const at = players.indexOf(declarer);
  const won = (seat) => tricks[seat] ?? 0;
  const isBetl = game === "betl";
  const followers = players.filter((seat) => seat !== declarer);
  const following = followers.filter((seat) => ["come", "call-partner", "called"].includes(defence[seat]));
  // A game that nobody follows is not played: all the tricks are the main player's.
  const mainTricks = following.length === 0 && !isBetl ? 10 : won(declarer);
  const failed = isBetl ? mainTricks > 0 : mainTricks < rules.goal[game];
  // Who gave kontra or called the partner is credited with the tricks of both and answers for both.
  const head = kontra?.by ?? following.find((seat) => defence[seat] === "call-partner");
  const all = following.reduce((sum, seat) => sum + won(seat), 0);
  const needs = kontra ? rules.kontra_need : rules.invite_need;
  const owes = rules.duty[game];
  const fell = (seat) => {
    if (failed || isBetl) return isBetl && !failed && kontra?.by === seat;
    if (head !== undefined) return seat === head && all < needs;
    if (following.length === 2 && rules.duty_two === "joint_only" && all >= 2 * owes) return false;
    return won(seat) < owes;
  };
  const credited = (seat) => {
    if (isBetl) return failed ? 5 : 0;
    return head === undefined ? won(seat) : seat === head ? all : 0;
  };
  const follower = (seat) => {
    const followed = following.includes(seat) && (head === undefined || seat === head);
    return { designation: PAPERS[players.indexOf(seat)], followed, tricks: followed ? credited(seat) : 0,
             failed: followed && fell(seat) };
  };
  return {
    value,
    main: { designation: PAPERS[at], tricks: mainTricks, failed },
    left: follower(players[(at + 2) % 3]),
    right: follower(players[(at + 1) % 3]),
  };
}

module.exports = { PAPERS, gameOf };
