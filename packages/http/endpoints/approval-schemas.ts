import { ALWAYS_FOR, type AlwaysFor } from "@plumbline/core/conversations/allowances.ts";
import * as z from "zod";
import { credentialName, dispatchResult } from "./call-schemas.ts";
import { keyNameField, recordId } from "./fields.ts";

export const approvalStatus = z.enum(["waiting", "carrying_out", "approved", "failed", "denied", "expired"]);

const alwaysFor: z.ZodType<AlwaysFor> = z
  .enum(ALWAYS_FOR)
  .describe("`agent`: the key, or the end user of its session, that made the call.");

const destination = z.object({ kind: z.string(), value: z.string() });

const fieldValue = z.string().nullable().describe("null: empty.");

/** Lists the changes of a call. */
const shownChanges = z.lazy(() =>
  z.object({
    changes: z.array(
      z.object({
        thing: z.string().describe("The name of what changes, such as a contact's address."),
        effect: z.enum(["created", "changed", "removed"]),
        fields: z.array(z.object({ name: z.string(), before: fieldValue, after: fieldValue })),
      }),
    ),
    unread_because: z
      .string()
      .nullable()
      .describe("Why the present state could not be read; null if it was read."),
  }),
);

/** An approval as shown in lists. */
export const approval = z.lazy(() =>
  z
    .object({
      id: recordId,
      status: approvalStatus.describe(
        "`carrying_out`: approved, and the call is in progress. `approved`: the call was made and succeeded. " +
          "`failed`: it was approved, and `result` says what went wrong. `expired`: nobody decided within 24 hours.",
      ),
      tool: z.string(),
      title: z.string().describe("What the call would do, in words: `Post to #general: The build is green`."),
      reason: z.string().describe("Why the call needs approval."),
      credential: credentialName.nullable(),
      destinations: z.array(destination).describe("The destinations that the call writes to."),
      conversation: z
        .string()
        .nullable()
        .describe("The same for all calls of one conversation; null without one."),
      run_id: z
        .string()
        .nullable()
        .describe("The caller's own ID for the run that made the call; null without one."),
      key_id: z.string().describe("The key that made the call."),
      key_name: keyNameField,
      session_id: z.string().nullable().describe("The session of that key, if one made the call."),
      end_user: z.string().nullable().describe("The caller's name for the person using the session."),
      subject: z.string().nullable().describe("`sub` of the OIDC token, if one made the call."),
      created_at: z.iso.datetime(),
      expires_at: z.iso.datetime(),
      decided_by: z.string().nullable().describe("The key that decided."),
      decided_by_name: keyNameField,
      decided_at: z.iso.datetime().nullable(),
      approve_url: z.string().describe("The page where a person decides."),
    })
    .meta({ id: "Approval", description: "A call that is waiting, or was waiting, for approval." }),
);

export const approvalDetail = z.lazy(() =>
  approval
    .unwrap()
    .extend({
      title_done: z.string().describe("`title` in the past tense: `Posted to #general: The build is green`."),
      destinations: z.array(
        destination.extend({
          last_written_at: z.iso
            .datetime()
            .nullable()
            .describe(
              "When the tenant last wrote there with this tool; null if none of its latest 50 calls did.",
            ),
        }),
      ),
      read_before: z
        .array(z.string())
        .nullable()
        .describe(
          "Describes the outside text that its conversation had read, latest last; null for a call without a conversation.",
        ),
      related_writes: z
        .array(
          z.object({
            title: z.string().describe("What the call does, in words."),
            at: z.iso.datetime().describe("When it was made; when it was requested if it is waiting."),
            outcome: z.enum(["waiting", "made", "unknown"]),
            approval_id: recordId.nullable().describe("Null if it was made without approval."),
          }),
        )
        .describe(
          "Other calls of this tool in the same conversation that are waiting, or were made since this one was " +
            "requested, oldest first. Empty once this call is no longer waiting.",
        ),
      arguments: z.unknown().describe("Secrets are redacted."),
      preview: z.unknown().describe("The requests that the call would send, without secrets."),
      texts: z
        .array(z.object({ argument: z.string(), form: z.enum(["markdown", "plain"]), text: z.string() }))
        .describe("Texts as their readers will see them, where that differs from how they are written."),
      editable: z
        .array(z.string())
        .describe("The arguments that an edit may change; empty once the call is no longer waiting."),
      changes: shownChanges
        .nullable()
        .describe("What the call changes or removes, as it was when the call was made; null if nothing."),
      result: dispatchResult
        .nullable()
        .describe(
          "The result of the call; null until it has been made, or denied with a `because`. If a person changed it, the result of the changed call.",
        ),
      changed_to: recordId
        .nullable()
        .describe(
          "The ID of the call as a person changed it, which took this one's place; null for all others.",
        ),
      may_always: z
        .array(alwaysFor)
        .describe("The values that `always_for` accepts; empty once the call is no longer waiting."),
    })
    .meta({ id: "ApprovalDetail", description: "One approval with all its fields." }),
);

/** A person's decision about a call. */
export const approvalDecision = z
  .strictObject({
    decision: z.enum(["approve", "deny", "edit"]),
    always_for: alwaysFor
      .optional()
      .describe(
        "With `approve`: later calls to the same destinations with the same account no longer need approval because of outside text. " +
          "`conversation`: calls of this conversation. `agent`: calls of the same key or end user, until you remove the destination.",
      ),
    because: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe("With `deny`: the reason. Callers and agents receive it in `refusal_reason`."),
    changes: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        "With `edit`: new texts and destinations by argument name, which must be in `editable`; null removes one.",
      ),
  })
  .refine(
    ({ decision, changes = {} }) => (decision === "edit") === Object.keys(changes).length > 0,
    "changes is required for edit and not allowed otherwise",
  )
  .refine(
    ({ decision, because }) => decision === "deny" || because === undefined,
    "because is only allowed with deny",
  )
  .refine(
    ({ decision, always_for }) => decision === "approve" || always_for === undefined,
    "always_for is only allowed with approve",
  )
  .meta({ id: "ApprovalDecision" });
