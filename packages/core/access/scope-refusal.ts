import { PLUMBLINE } from "../errors/command-name.ts";
import { SCOPES, type Scope } from "./caller.ts";

/**
 * Describes which scopes a key lacks and how to create a key with them. `held` are the scopes that it has.
 * Returns `undefined` if it lacks no scope.
 */
export function describeMissingScopes(
  held: ReadonlySet<Scope>,
  needed: readonly Scope[],
): string | undefined {
  const missing = needed.filter((scope) => !held.has(scope));
  if (missing.length === 0) return undefined;
  const named = `scope${missing.length > 1 ? "s" : ""} ${missing.join(" and ")}`;
  const has = held.size === 0 ? "It has none." : `It has ${listScopes(held)}.`;
  const all = listScopes(new Set([...held, ...missing]));
  return (
    `This key lacks the ${named}. ${has} The operator makes a key with more: ` +
    `\`${PLUMBLINE} key create TENANT NAME --scopes ${all}\`.`
  );
}

/** Returns a comma-separated list of scopes in the order of the documentation, for `--scopes`. */
function listScopes(scopes: ReadonlySet<Scope>): string {
  return SCOPES.filter((scope) => scopes.has(scope)).join(",");
}

/** Returns a message that the scope does not exist, with a list of those that do. */
export function describeUnknownScope(name: string): string {
  return `There is no scope ${name}. The scopes are ${SCOPES.join(", ")}.`;
}
