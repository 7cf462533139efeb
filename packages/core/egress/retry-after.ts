const SECONDS = /^\d{1,10}(\.\d+)?$/;
const DAY_NAME = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * Seconds of a Retry-After header: delta-seconds or an HTTP date (RFC 9110, 10.2.3 and 5.6.7).
 * `undefined` for an absent, empty or unreadable one; a date in the past is 0.
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (SECONDS.test(text)) return Number(text);
  // Date.parse makes a date of nearly anything, of "-5" too.
  if (!DAY_NAME.test(text)) return undefined;
  // All three forms of an HTTP date are in GMT; the oldest does not say so.
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
