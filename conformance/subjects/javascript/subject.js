'use strict';

/** A program of the conformance protocol: answers each line of standard input on standard output. */

const readline = require('readline');

const { answer } = require('./lib/protocol');

const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });

lines.on('line', (line) => {
  if (line.trim() === '') return;
  const text = answer(line);
  if (text === null) {
    lines.close();
    process.stdin.destroy();
    return;
  }
  process.stdout.write(`${text}\n`);
});
