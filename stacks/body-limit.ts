/**
 * Maximum length of any request body, which is that of a tool call: 1 MiB and 64 KiB
 * (packages/http/request.ts).
 */
export const MAX_BODY_BYTES = 2 ** 20 + 2 ** 16;

/**
 * Returns a pattern that matches the digits of every number above `limit`, because a firewall can only
 * compare a header's text. It matches numbers with more digits, or with equally many of which the first
 * different one is higher. It avoids `{0}`: AWS WAF supports PCRE except for "unsupported constructs" that it
 * does not list (docs.aws.amazon.com/waf/latest/developerguide/waf-regex-pattern-support.html), and engines
 * without back references, for example Hyperscan, refuse it.
 */
export function matchNumberAbove(limit: number): string {
  const digits = String(limit);
  const higher = [...digits].flatMap((digit, index) => {
    const rest = digits.length - index - 1;
    return digit === "9" ? [] : [`${digits.slice(0, index)}[${Number(digit) + 1}-9]${matchDigits(rest)}`];
  });
  return `^0*(?:${[`[1-9][0-9]{${digits.length},}`, ...higher].join("|")})$`;
}

function matchDigits(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "[0-9]" : `[0-9]{${count}}`;
}
