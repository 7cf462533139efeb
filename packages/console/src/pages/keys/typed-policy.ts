import type { Schemas } from "@plumbline/client/schemas.ts";
import { linesIn } from "../../parts/lines-field.tsx";

type Policy = Schemas["Policy"];
export type Rule = NonNullable<Policy["approval"]>[string];

/** A policy as typed into the form. Lists are lines. */
export interface TypedPolicy {
  /** If false, every tool is permitted. If true, an empty list permits no tools. */
  only_these_tools: boolean;
  allowed_tools: readonly string[];
  /** Rules by tool, other than the default. */
  approval: Readonly<Record<string, Rule>>;
  allowed_destinations: string;
  places: string;
  approval_notices: string;
  requests_per_minute: string;
  concurrent_runs: string;
  writes_after_5xx: "" | "retry" | "stop";
  only_allowed_destinations: boolean;
  unnamed_runs_follow_outside_text: boolean;
  approve_own: boolean;
  approve_in_client: "" | "yes" | "no";
}

export function typedPolicyOf(policy: Policy): TypedPolicy {
  const places = Object.entries(policy.places ?? {}).map(([name, place]) => `${name} = ${place}`);
  const notices = policy.approval_notices?.map(({ to, credential_id: id }) => (id ? `${to} ${id}` : to));
  return {
    only_these_tools: policy.allowed_tools !== undefined,
    allowed_tools: policy.allowed_tools ?? [],
    approval: policy.approval ?? {},
    allowed_destinations: (policy.allowed_destinations ?? []).join("\n"),
    places: places.join("\n"),
    approval_notices: (notices ?? []).join("\n"),
    requests_per_minute: String(policy.requests_per_minute ?? ""),
    concurrent_runs: String(policy.concurrent_runs ?? ""),
    writes_after_5xx: policy.writes_after_5xx ?? "",
    only_allowed_destinations: policy.only_allowed_destinations ?? false,
    unnamed_runs_follow_outside_text: policy.unnamed_runs_follow_outside_text ?? false,
    approve_own: policy.approve_own ?? true,
    approve_in_client: policy.approve_in_client === undefined ? "" : policy.approve_in_client ? "yes" : "no",
  };
}

/** Reads the form. Omits empty fields. The service refuses invalid values. */
export function policyFrom(typed: TypedPolicy): Schemas["SetPolicy"] {
  const destinations = linesIn(typed.allowed_destinations);
  const places = linesIn(typed.places).map(placeIn);
  const notices = linesIn(typed.approval_notices).map((line) => {
    const [to = "", credential_id] = line.split(/\s+/);
    return { to, ...(credential_id !== undefined && { credential_id }) };
  });
  return {
    ...(typed.only_these_tools && { allowed_tools: [...typed.allowed_tools] }),
    ...(Object.keys(typed.approval).length > 0 && { approval: typed.approval }),
    ...(destinations.length > 0 && { allowed_destinations: destinations }),
    ...(places.length > 0 && { places: Object.fromEntries(places) }),
    ...(notices.length > 0 && { approval_notices: notices }),
    ...(typed.requests_per_minute !== "" && { requests_per_minute: Number(typed.requests_per_minute) }),
    ...(typed.concurrent_runs !== "" && { concurrent_runs: Number(typed.concurrent_runs) }),
    ...(typed.writes_after_5xx !== "" && { writes_after_5xx: typed.writes_after_5xx }),
    ...(typed.only_allowed_destinations && { only_allowed_destinations: true as const }),
    unnamed_runs_follow_outside_text: typed.unnamed_runs_follow_outside_text,
    ...(!typed.approve_own && { approve_own: false }),
    ...(typed.approve_in_client !== "" && { approve_in_client: typed.approve_in_client === "yes" }),
  };
}

/** Parses `the team channel = C0TEAM`. A URL may contain further equals signs. */
function placeIn(line: string): [name: string, place: string] {
  const at = line.indexOf("=");
  return at < 0 ? [line, ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}
