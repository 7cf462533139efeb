import type { Policy } from "./policy.ts";

/** Limits of one description. A policy has at most 16,000 characters. */
const MAX_CHANGES = 50;
const MAX_VALUE_LENGTH = 120;

/**
 * Describes what changed in a policy, for the audit log: `approve_own: not set → false`,
 * `allowed_destinations: added "#board"`. Shows only the origin of a URL, because the rest may be a secret.
 */
export function describePolicyChanges(before: Policy, after: Policy): string[] {
  const [old, now] = [listValues(before), listValues(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])].filter(
    (name) => old.get(name) !== now.get(name),
  );
  const changes = names.toSorted().map((name) => describeChange(name, old.get(name), now.get(name)));
  const more = changes.length - MAX_CHANGES;
  return more > 0 ? [...changes.slice(0, MAX_CHANGES), `and ${more} more`] : changes;
}

/** Separates the field of a list from one of its items. */
const ITEM = "\n";

/** Returns each value as JSON, by its path. An item of a list is part of the path. */
function listValues(policy: Policy): ReadonlyMap<string, string> {
  const values = Object.entries(policy).flatMap(([field, value]) => {
    if (Array.isArray(value))
      return value.map((item) => [`${field}${ITEM}${JSON.stringify(item)}`, "listed"]);
    if (typeof value !== "object") return [[field, JSON.stringify(value)]];
    return Object.entries(value).map(([name, inner]) => [`${field}.${name}`, JSON.stringify(inner)]);
  });
  return new Map(values as [string, string][]);
}

function describeChange(path: string, before = "not set", after = "not set"): string {
  const [field = "", item] = path.split(ITEM);
  if (item !== undefined) return `${field}: ${after === "not set" ? "removed" : "added"} ${show(item)}`;
  return `${field}: ${show(before)} → ${show(after)}`;
}

function show(json: string): string {
  const hidden = json.replace(/(https?:\/\/)(?:[^\s"\\/?#]*@)?([^\s"\\/?#]*)[^\s"\\]*/gi, "$1$2/…");
  return hidden.length > MAX_VALUE_LENGTH ? `${hidden.slice(0, MAX_VALUE_LENGTH)}…` : hidden;
}
