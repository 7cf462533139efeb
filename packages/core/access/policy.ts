import * as z from "zod";

/** When a tool's call needs approval. Defaults to `after_untrusted`. */
export const APPROVAL_RULES = ["always", "after_untrusted", "never"] as const;

const toolName = z.string().min(1).max(64);
const perMinute = z.int().min(1).max(1_000_000);
/** Maximum length of a policy, in characters of JSON. It is read with the tenant's record on every call. */
const MAX_CHARACTERS = 16_000;

const approvalNotice = z
  .strictObject({
    to: z
      .string()
      .trim()
      .max(500)
      .regex(
        /^(https?:\/\/\S+|mailto:[^\s?&,]+@[^\s?&,]+|channel:[#\w-]+)$/,
        "must be a URL, mailto: or channel:",
      )
      .refine((to) => URL.canParse(to), "must be a URL, mailto: or channel:")
      .describe("`https://…`: a signed webhook. `mailto:ADDRESS` and `channel:ID`: a mail, a chat message."),
    credential_id: z.uuid().optional().describe("The connection that sends a mail or a chat message."),
  })
  .refine(
    ({ to, credential_id }) => to.startsWith("http") === (credential_id === undefined),
    "must have credential_id for a mail or a chat message, and none for a webhook",
  );

/** Request body of `PUT /api/v1/policy`. A tenant's record stores the policy in the same form. */
export const policySchema = z
  .strictObject({
    allowed_tools: z
      .array(toolName)
      .max(100)
      .optional()
      .describe("The only tools that anybody may call for this tenant; all when left out."),
    approval: z
      .record(toolName, z.enum(APPROVAL_RULES))
      .optional()
      .describe(
        "By tool: whether a call waits for a person's approval. `always`; `never`; or `after_untrusted`, the " +
          "default: when the run has read outside text and the call goes to a destination that was not named.",
      ),
    allowed_destinations: z
      .array(z.string().trim().min(1).max(500))
      .max(200)
      .optional()
      .describe("Destinations that count as named in every run: channels, addresses, URLs, accounts."),
    places: z
      .record(z.string().trim().min(1).max(80), z.string().trim().min(1).max(500))
      .refine((places) => Object.keys(places).length <= 200, "must have at most 200 names")
      .optional()
      .describe(
        "Names that people use for destinations, such as `the team channel`: `C0TEAM`. Who says the name has " +
          "named the destination.",
      ),
    only_allowed_destinations: z
      .literal(true)
      .optional()
      .describe("Refuse every write to a destination that is not in `allowed_destinations`, in all runs."),
    writes_after_5xx: z
      .enum(["retry", "stop"])
      .optional()
      .describe("Whether a write that was answered with a 5xx is tried again; `retry` when left out."),
    requests_per_minute: perMinute
      .optional()
      .describe("Requests a minute of all keys of the tenant together."),
    concurrent_runs: z.int().min(1).max(10_000).optional().describe("Agent runs of the tenant at one time."),
    approve_own: z
      .boolean()
      .optional()
      .describe(
        "False: nobody at the console may approve a call that the same key or person began. True when left out.",
      ),
    approve_in_client: z
      .boolean()
      .optional()
      .describe(
        "Whether a person approves a call in the MCP client that made it, where that client asks. Left out: for " +
          "the agent key of one machine alone.",
      ),
    approval_notices: z
      .array(approvalNotice)
      .max(5)
      .optional()
      .describe(
        "Receivers of notices that a call waits for a person: at once, and once more after 12 hours.",
      ),
    unnamed_runs_follow_outside_text: z
      .boolean()
      .optional()
      .describe(
        "Whether calls that name no conversation follow outside text that their key has read within the hour. Left " +
          "out: true for tenants made since conversations were kept, false for those before.",
      ),
  })
  .refine(
    (policy) => JSON.stringify(policy).length <= MAX_CHARACTERS,
    `must have at most ${MAX_CHARACTERS.toLocaleString("en")} characters in all`,
  );

/** Permissions and limits that a tenant sets for all its callers, in addition to those of each key. */
export type Policy = z.output<typeof policySchema>;

/** The policy of a tenant that has not set one. */
export const NO_POLICY: Policy = {};

const FOLLOWS: Policy = { unnamed_runs_follow_outside_text: true };

/** Combines the policy that a tenant has set with the defaults that applied when the tenant was created. */
export function policyOf(tenant: {
  policy?: Policy | undefined;
  follows_outside_text?: true | undefined;
}): Policy {
  const { policy = NO_POLICY } = tenant;
  if (!tenant.follows_outside_text) return policy;
  return policy === NO_POLICY ? FOLLOWS : { ...FOLLOWS, ...policy };
}
