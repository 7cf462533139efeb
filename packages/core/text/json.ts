/** Whether arrays and objects stand in each other more than `levels` deep in a JSON value. It costs no stack itself. */
export function isNestedDeeperThan(levels: number, value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= levels) return true;
    level = level.flatMap((outer) =>
      typeof outer !== "object" || outer === null
        ? []
        : Object.values(outer).filter((inner) => typeof inner === "object" && inner !== null),
    );
  }
  return false;
}

/** JSON nested deeper than this is no honest argument or answer, and reading it could exhaust the stack. */
const MAX_NESTING = 100;

/**
 * What is wrong with a parsed JSON value whatever it is meant for: nested more than 100 levels deep, or with a key `__proto__`, which
 * would silently vanish on the way. `undefined` when nothing is.
 */
export function dishonestJson(value: unknown): string | undefined {
  return problemWithin(value, MAX_NESTING);
}

function problemWithin(value: unknown, levels: number): string | undefined {
  if (value === null || typeof value !== "object") return undefined;
  if (levels === 0) return `is nested more than ${MAX_NESTING} levels deep`;
  if (Object.hasOwn(value, "__proto__")) return "has a key __proto__, which is not accepted";
  for (const inner of Object.values(value)) {
    const problem = problemWithin(inner, levels - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
