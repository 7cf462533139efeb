/** JSON nested deeper than this is no honest argument or answer, and reading it could exhaust the stack. */
export const MAX_NESTING = 100;

/** Whether a parsed JSON value holds lists or objects more than `levels` deep in one another. */
export function isNestedDeeperThan(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedDeeperThan(levels - 1, inner));
}
