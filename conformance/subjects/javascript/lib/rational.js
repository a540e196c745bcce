'use strict';

/**
 * Exact fractions.  Settlements are thirds and halves, whisters' penalties may be halves; the protocol writes
 * what is not whole as "p/q" in lowest terms.
 */

const { malformed } = require('./errors');

function gcd(a, b) {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y) [x, y] = [y, x % y];
  return x;
}

class Rational {
  constructor(numerator, denominator = 1n) {
    const divisor = gcd(numerator, denominator) || 1n;
    const sign = denominator < 0n ? -1n : 1n;
    this.n = (sign * numerator) / divisor;
    this.d = (sign * denominator) / divisor;
    Object.freeze(this);
  }

  /** Reads a Rational, a whole number, or text such as "12" or "184/3". */
  static of(value) {
    if (value instanceof Rational) return value;
    if (Number.isInteger(value)) return new Rational(BigInt(value));
    const parts = typeof value === 'string' ? /^([+-]?\d+)(?:\/([1-9]\d*))?$/.exec(value.trim()) : null;
    if (!parts) throw malformed(`not an amount: ${JSON.stringify(value)}`);
    return new Rational(BigInt(parts[1]), BigInt(parts[2] || 1));
  }

  plus(other) {
    const { n, d } = Rational.of(other);
    return new Rational(this.n * d + n * this.d, this.d * d);
  }

  minus(other) {
    return this.plus(Rational.of(other).negated());
  }

  times(other) {
    const { n, d } = Rational.of(other);
    return new Rational(this.n * n, this.d * d);
  }

  over(other) {
    const { n, d } = Rational.of(other);
    return new Rational(this.n * d, this.d * n);
  }

  negated() {
    return new Rational(-this.n, this.d);
  }

  compare(other) {
    const { n, d } = Rational.of(other);
    const difference = this.n * d - n * this.d;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  get sign() {
    return this.n < 0n ? -1 : this.n > 0n ? 1 : 0;
  }

  floor() {
    const quotient = this.n / this.d;
    return new Rational(this.n < 0n && quotient * this.d !== this.n ? quotient - 1n : quotient);
  }

  ceil() {
    return this.negated().floor().negated();
  }

  toJSON() {
    return this.d === 1n ? Number(this.n) : `${this.n}/${this.d}`;
  }
}

const ZERO = Rational.of(0);
const least = (a, b) => (a.compare(b) <= 0 ? a : b);
const most = (a, b) => (a.compare(b) >= 0 ? a : b);

module.exports = { Rational, ZERO, least, most };
