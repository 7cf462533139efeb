import type * as z from "zod";
import type { policySchema } from "./policy-schema.ts";

/** Permissions and limits that a tenant sets for all its callers, in addition to those of each key. */
export type Policy = z.output<typeof policySchema>;

/** The policy of a tenant that has not set one. */
export const NO_POLICY: Policy = {};

/** Defaults for tenants created since conversations are stored. */
const DEFAULTS: Policy = { unnamed_runs_follow_outside_text: true };

/** Combines the policy that a tenant has set with the defaults that applied when the tenant was created. */
export function combinePolicy(tenant: {
  policy?: Policy | undefined;
  follows_outside_text?: true | undefined;
}): Policy {
  const { policy = NO_POLICY } = tenant;
  if (!tenant.follows_outside_text) return policy;
  return policy === NO_POLICY ? DEFAULTS : { ...DEFAULTS, ...policy };
}
