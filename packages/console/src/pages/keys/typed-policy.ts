import type { Schemas } from "@plumbline/client/schemas.ts";
import { type FieldTexts, formatRecord, readRecord } from "../../parts/record-values.ts";

type Policy = Schemas["Policy"];
export type Rule = NonNullable<Policy["approval"]>[string];

/** The policy's rules for single tools, as chosen in the form. */
export interface ToolRules {
  /** If false, every tool is permitted. If true, an empty list permits no tools. */
  only_these_tools: boolean;
  allowed_tools: readonly string[];
  /** Rules by tool, other than the default. */
  approval: Readonly<Record<string, Rule>>;
}

/** The other settings. `default` stands for a setting that the policy does not have. */
export const POLICY_FIELDS = {
  allowed_destinations: {
    label: "Allowed destinations",
    hint: "Channels, addresses and URLs that always count as named, one per line.",
    control: "lines",
  },
  places: {
    label: "Names of destinations",
    hint: "What people call a destination, such as the team channel = C0TEAM. One per line.",
    control: "lines",
  },
  approval_notices: {
    label: "Notices of waiting calls",
    hint: "https://… for a signed webhook, or mailto:ADDRESS or channel:ID followed by the ID of the connection that sends. One per line.",
    control: "lines",
  },
  requests_per_minute: { label: "Requests per minute", control: "number", min: 1 },
  concurrent_runs: { label: "Concurrent runs", control: "number", min: 1 },
  writes_after_5xx: {
    label: "After a 5xx, a write",
    choices: [
      ["default", "default of each tool"],
      ["retry", "is retried"],
      ["stop", "is not retried"],
    ],
  },
  approve_in_client: {
    label: "Answering in an MCP client",
    choices: [
      ["default", "approves for this machine's agent key"],
      [true, "approves for every key"],
      [false, "never approves"],
    ],
  },
  only_allowed_destinations: {
    label: "Refuse every destination that is not allowed above",
    control: "check",
  },
  unnamed_runs_follow_outside_text: {
    label: "Calls without a conversation count what their key has read in the last hour",
    control: "check",
  },
  approve_own: {
    label: "People may approve calls in the console that they started themselves",
    control: "check",
  },
} as const;

export function toolRulesOf(policy: Policy): ToolRules {
  const { allowed_tools: allowed, approval = {} } = policy;
  return { only_these_tools: allowed !== undefined, allowed_tools: allowed ?? [], approval };
}

/** Returns the texts of the other settings for the form. */
export function policyTexts(policy: Policy): FieldTexts {
  const notices = policy.approval_notices?.map(({ to, credential_id: id }) => (id ? `${to} ${id}` : to));
  return formatRecord(POLICY_FIELDS, {
    ...policy,
    places: Object.entries(policy.places ?? {}).map(([name, place]) => `${name} = ${place}`),
    approval_notices: notices,
    writes_after_5xx: policy.writes_after_5xx ?? "default",
    approve_in_client: policy.approve_in_client ?? "default",
    approve_own: policy.approve_own ?? true,
  });
}

/** A policy as read from the form. Lists are lines. */
interface ReadPolicy
  extends Pick<
    Schemas["SetPolicy"],
    "allowed_destinations" | "requests_per_minute" | "concurrent_runs" | "only_allowed_destinations"
  > {
  places?: readonly string[];
  approval_notices?: readonly string[];
  writes_after_5xx: "default" | "retry" | "stop";
  approve_in_client: "default" | boolean;
  unnamed_runs_follow_outside_text?: true;
  approve_own?: true;
}

/** Returns the policy as the form has it. The service refuses invalid values. */
export function policyFrom(rules: ToolRules, typed: FieldTexts): Schemas["SetPolicy"] {
  const { values } = readRecord(POLICY_FIELDS, typed);
  const { places, approval_notices, writes_after_5xx, approve_in_client, approve_own, ...others } =
    values as unknown as ReadPolicy;
  const notices = approval_notices?.map((line) => {
    const [to = "", credential_id] = line.split(/\s+/);
    return { to, ...(credential_id !== undefined && { credential_id }) };
  });
  return {
    ...others,
    ...(rules.only_these_tools && { allowed_tools: [...rules.allowed_tools] }),
    ...(Object.keys(rules.approval).length > 0 && { approval: rules.approval }),
    ...(places && { places: Object.fromEntries(places.map(placeIn)) }),
    ...(notices && { approval_notices: notices }),
    ...(writes_after_5xx !== "default" && { writes_after_5xx }),
    unnamed_runs_follow_outside_text: others.unnamed_runs_follow_outside_text ?? false,
    ...(!approve_own && { approve_own: false }),
    ...(approve_in_client !== "default" && { approve_in_client }),
  };
}

/** Parses `the team channel = C0TEAM`. A URL may contain further equals signs. */
function placeIn(line: string): [name: string, place: string] {
  const at = line.indexOf("=");
  return at < 0 ? [line, ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}
