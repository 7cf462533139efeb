import * as z from "zod";

/** When a tool's call needs approval. Defaults to `after_untrusted`. */
const APPROVAL_RULES = ["always", "after_untrusted", "never"] as const;

const toolName = z.string().min(1).max(64);
const perMinute = z.int().min(1).max(1_000_000);
/** Maximum length of a policy, in characters of JSON. It is read with the tenant's record on every call. */
const MAX_CHARACTERS = 16_000;
/** Written out, because the first `toLocaleString` of a process loads ICU's number formats (15 ms). */
const TOO_LONG = "must have at most 16,000 characters in total";

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
      .describe(
        "`https://…` sends a signed webhook, `mailto:ADDRESS` a mail, and `channel:ID` a chat message.",
      ),
    credential_id: z.uuid().optional().describe("The connection used to send a mail or a chat message."),
  })
  .refine(
    ({ to, credential_id }) => to.startsWith("http") === (credential_id === undefined),
    "must have credential_id for a mail or a chat message, but not for a webhook",
  );

/** Request body of `PUT /api/v1/policy`. A tenant's record stores the policy in the same form. */
export const policySchema = z
  .strictObject({
    allowed_tools: z
      .array(toolName)
      .max(100)
      .optional()
      .describe("The only tools that may be called for this tenant. Default: all."),
    approval: z
      .record(toolName, z.enum(APPROVAL_RULES))
      .optional()
      .describe(
        "By tool: when a call needs approval. `always`, `never`, or `after_untrusted`, the " +
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
        "Names that people use for destinations, such as `the team channel`: `C0TEAM`. Using the name counts as " +
          "naming the destination.",
      ),
    only_allowed_destinations: z
      .literal(true)
      .optional()
      .describe("Refuse every write to a destination that is not in `allowed_destinations`, in all runs."),
    writes_after_5xx: z
      .enum(["retry", "stop"])
      .optional()
      .describe("Whether a write is retried after a 5xx response. Default: `retry`."),
    requests_per_minute: perMinute
      .optional()
      .describe("Requests per minute for all keys of the tenant together."),
    concurrent_runs: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe("The maximum number of concurrent agent runs of the tenant."),
    approve_own: z
      .boolean()
      .optional()
      .describe("False: console users may not approve calls that they made themselves. Default: true."),
    approve_in_client: z
      .boolean()
      .optional()
      .describe(
        "Whether a person may approve a call in the MCP client that made it, if the client can ask. Default: only " +
          "for the agent key of a service on one machine.",
      ),
    approval_notices: z
      .array(approvalNotice)
      .max(5)
      .optional()
      .describe("Who is notified when a call needs approval: immediately, and again after 12 hours."),
    unnamed_runs_follow_outside_text: z
      .boolean()
      .optional()
      .describe(
        "Whether calls without a conversation count as having read the outside text that their key read within the last hour. " +
          "Default: true for tenants created since conversations are kept, false for older ones.",
      ),
  })
  .refine((policy) => JSON.stringify(policy).length <= MAX_CHARACTERS, TOO_LONG);
