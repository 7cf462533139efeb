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
