import type { Policy } from "@plumbline/core/access/policy.ts";
import { policySchema } from "@plumbline/core/access/policy-schema.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { demandToolNames } from "@plumbline/core/policy/find-tool.ts";
import type { ToolRegistry } from "@plumbline/core/tool/tool-registry.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { getActor, readJson } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";

const policy = z.object(policySchema.shape).meta({ id: "Policy" });

const getPolicy = operation({
  id: "getPolicy",
  access: "tools:read",
  summary: "Read the tenant's policy",
  description:
    "What the tenant lets its callers do, in addition to the limits of each key. Fields that are not set have their defaults. Sessions may not read it.",
  answers: () => ({ 200: jsonAnswer("The policy.", policy) }),
});

const putPolicy = operation({
  id: "putPolicy",
  access: "policy:write",
  summary: "Set the tenant's policy",
  description:
    "Replaces the whole policy: omitted fields return to their defaults. It applies from the next call of every key. Tool names " +
    "are accepted in either spelling.",
  body: policySchema.meta({ id: "SetPolicy" }),
  examples: {
    "Mail needs approval and may only go to two addresses": {
      approval: { email_send: "always" },
      allowed_destinations: ["ada@example.com", "team@example.com"],
      only_allowed_destinations: true,
    },
    "Names for a channel and for an address": {
      places: { "the team channel": "C0TEAM", "my boss": "grace@example.com" },
    },
    "Only read-only tools": { allowed_tools: ["grounded_research", "feed_read", "notes_query"] },
    "No policy": {},
  },
  answers: () => ({ 200: jsonAnswer("The new policy.", policy) }),
});

/** Creates the routes of the tenant's policy. */
export function policyRoutes({ tenants, registry }: Service): readonly Route[] {
  return [
    route(getPolicy, (context, { policy, session }) => {
      if (session) throw new ServiceError("forbidden", "A session may not read the policy.");
      return context.json(policy);
    }),
    route(putPolicy, async (context, { tenantId }) => {
      const policy = await normalizeToolNames(await readJson(context, putPolicy.body), registry);
      return context.json(await tenants.setPolicy(tenantId, policy, getActor(context)));
    }),
  ];
}

/**
 * Converts the tool names in a policy to the project's spelling. Rejects with ServiceError `bad_request` for
 * an unknown tool.
 */
async function normalizeToolNames(
  { allowed_tools, approval, ...rest }: Policy,
  registry: ToolRegistry,
): Promise<Policy> {
  const rules = Object.entries(approval ?? {}).map(async ([name, rule]) => {
    const names = await demandToolNames(registry, [name], "approval", (unknown) => unknown.slice(0, 80));
    return [names[0] ?? name, rule] as const;
  });
  return {
    ...rest,
    ...(allowed_tools && { allowed_tools: await demandToolNames(registry, allowed_tools, "allowed_tools") }),
    ...(approval && { approval: Object.fromEntries(await Promise.all(rules)) }),
  };
}
