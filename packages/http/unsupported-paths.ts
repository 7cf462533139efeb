/** Capabilities of the contract that this version does not have, by the paths they will live at. */
const UNSUPPORTED: readonly [path: RegExp, capability: string][] = [
  [/^\/api\/v1\/connections(\/|$)|^\/oauth\//, "OAuth connect"],
  [/^\/api\/v1\/watches(\/|$)/, "Watches"],
  [/^\/api\/v1\/approvals(\/|$)/, "Approvals"],
  [/^\/api\/v1\/policy$/, "Tool policy"],
  [/^\/api\/v1\/audit$/, "The audit record"],
];

/** What is said of a path that no route has: a capability still to come is named, so that nobody looks for a slip of his own. */
export function nothingHere(path: string): string {
  const capability = UNSUPPORTED.find(([pattern]) => pattern.test(path))?.[1];
  return capability === undefined
    ? "There is nothing at this path."
    : `${capability}: not supported by this version.`;
}
