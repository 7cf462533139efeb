/** The longest body that the service takes: a tool call's, 1 MiB and 64 KiB (packages/http/request.ts). */
export const LONGEST_BODY = 2 ** 20 + 2 ** 16;

/**
 * Matches the decimal digits of every number above `limit`, as a firewall can compare the text of a header
 * and nothing else. Written out: more digits, or as many of which the first that differs is higher. Without
 * `{0}`: AWS WAF takes what PCRE does but for "unsupported constructs" it does not list
 * (docs.aws.amazon.com/waf/latest/developerguide/waf-regex-pattern-support.html), and engines that take no
 * back references, Hyperscan for one, refuse it.
 */
export function numberAbove(limit: number): string {
  const digits = String(limit);
  const higher = [...digits].flatMap((digit, index) => {
    const rest = digits.length - index - 1;
    return digit === "9" ? [] : [`${digits.slice(0, index)}[${Number(digit) + 1}-9]${anyDigits(rest)}`];
  });
  return `^0*(?:${[`[1-9][0-9]{${digits.length},}`, ...higher].join("|")})$`;
}

function anyDigits(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "[0-9]" : `[0-9]{${count}}`;
}
