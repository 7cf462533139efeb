import { headerWaitSeconds } from "@plumbline/core/egress/retry-after.ts";

/** Header families: the 15-minute window, and the 24-hour caps of a user and of an app (twitter-api-v2 1.29.1, its rate limit reader). */
const WINDOW = "x-rate-limit";
const FAMILIES = [WINDOW, "x-user-limit-24hour", "x-app-limit-24hour"];

/**
 * Seconds until every limit that is used up has been reset; resets are in epoch seconds. With none used up, the 15-minute
 * window's; without that, Retry-After. `undefined` where no time ahead is named.
 */
export function rateLimitSeconds(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const usedUp = FAMILIES.filter((family) => headers[`${family}-remaining`]?.trim() === "0");
  const resets = (usedUp.length > 0 ? usedUp : [WINDOW])
    .map((family) => Number(headers[`${family}-reset`] || Number.NaN))
    .filter((reset) => Number.isFinite(reset));
  const seconds = Math.ceil(Math.max(...resets) - now / 1000);
  return seconds > 0 && Number.isFinite(seconds) ? seconds : headerWaitSeconds(headers, now);
}
