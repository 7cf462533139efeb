/** The provider's budgets, as its headers name them (Linear, "Rate limiting"). */
const BUDGETS = ["requests", "complexity", "endpoint-requests", "endpoint-complexity"];

/**
 * Seconds until the last of the used-up budgets is refilled, from `x-ratelimit-…-reset` in epoch milliseconds. A budget that
 * does not say what remains counts as used up. `undefined` when no such header names a time to come.
 */
export function limitResetSeconds(
  headers: Readonly<Record<string, string>>,
  now: number,
): number | undefined {
  const resets = BUDGETS.flatMap((budget) => {
    const remaining = headers[`x-ratelimit-${budget}-remaining`];
    const reset = Number(headers[`x-ratelimit-${budget}-reset`]);
    const usedUp = remaining === undefined || Number(remaining) <= 0;
    return usedUp && Number.isFinite(reset) && reset > now ? [reset] : [];
  });
  return resets.length === 0 ? undefined : Math.ceil((Math.max(...resets) - now) / 1000);
}
