const MAX_LABEL_LENGTH = 63;
const PREFIX = "xn--";
/** Full stops: ASCII, ideographic, full-width and half-width. */
const SEPARATORS = /[.\u3002\uff0e\uff61]/;
const ASCII = /^[\x20-\x7e]*$/;

// RFC 3492, section 5.
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE_POINT = 128;

/**
 * Returns whether a domain label has 1 to 63 characters in ASCII (RFC 3490, ToASCII without Nameprep). Parts
 * between ideographic full stops are encoded separately, but the limit applies to the whole.
 */
export function isLabelWithinLimit(label: string): boolean {
  const parts = label.split(SEPARATORS);
  const length = parts.reduce((sum, part) => sum + countAscii(part), parts.length - 1);
  return length >= 1 && length <= MAX_LABEL_LENGTH;
}

function countAscii(part: string): number {
  return ASCII.test(part) ? part.length : PREFIX.length + countPunycode(part);
}

/**
 * Returns the length of a text in Punycode. Returns infinity if it cannot fit into a label, which bounds the
 * running time.
 */
function countPunycode(text: string): number {
  const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  // Every code point takes at least one character.
  if (codePoints.length > MAX_LABEL_LENGTH) return Number.POSITIVE_INFINITY;
  const basic = codePoints.filter((codePoint) => codePoint < FIRST_CODE_POINT).length;
  const others = [...new Set(codePoints)].filter((codePoint) => codePoint >= FIRST_CODE_POINT);
  let length = basic === 0 ? 0 : basic + 1;
  let handled = basic;
  let delta = 0;
  let bias = FIRST_BIAS;
  let n = FIRST_CODE_POINT;
  for (const next of others.sort((a, b) => a - b)) {
    delta += (next - n) * (handled + 1);
    for (const codePoint of codePoints) {
      if (codePoint < next) delta += 1;
      if (codePoint !== next) continue;
      length += countDigits(delta, bias);
      bias = adaptBias(delta, handled + 1, handled === basic);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    n = next + 1;
  }
  return length;
}

function countDigits(delta: number, bias: number): number {
  let count = 1;
  let rest = delta;
  for (let k = BASE; ; k += BASE) {
    const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
    if (rest < threshold) return count;
    rest = Math.floor((rest - threshold) / (BASE - threshold));
    count += 1;
  }
}

function adaptBias(delta: number, points: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? DAMP : 2));
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
