type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns a setting of the stage that is an integer from `least` to `most`. Defaults to `otherwise` if unset
 * or empty. Throws for anything else.
 */
export function wholeNumberSetting(
  environment: Environment,
  name: string,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  const set = environment[name];
  if (!set) return otherwise;
  const count = /^\d{1,10}$/.test(set) ? Number(set) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw new Error(`${name} must be a whole number from ${least} to ${most}.`);
}
