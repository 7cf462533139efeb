import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import type { ApprovalDetail } from "@plumbline/core/approvals/approval.ts";
import type { Decider } from "@plumbline/core/approvals/who-decides.ts";
import { ALWAYS_FOR, type AlwaysFor } from "@plumbline/core/conversations/allowances.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import {
  type AppTypes,
  authenticateCaller,
  callOptions,
  chooseBaseUrl,
  readJson,
  readQuery,
  requireTenant,
} from "../request.ts";
import { credentialName, dispatchResult } from "./call-schemas.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import {
  createPageSchema,
  formatPage,
  keyNameField,
  pageQuery,
  readPathId,
  recordId,
  toPageRequest,
} from "./fields.ts";

const status = z.enum(["waiting", "carrying_out", "approved", "failed", "denied", "expired"]);

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
const approval = z.lazy(() =>
  z
    .object({
      id: recordId,
      status: status.describe(
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

const approvalDetail = z.lazy(() =>
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

const ofApproval = z.object({ id: recordId.describe("The `approval_id`.") });

const listApprovals = operation({
  id: "listApprovals",
  access: "approvals:grant",
  opensToConsole: true,
  summary: "List calls that need approval",
  description:
    "Returns approvals, oldest first. They are kept for a week. Console users without the scope see only " +
    "the calls that their own key made. A key that is limited to certain credentials sees calls that use them, and its own calls that use none.",
  query: pageQuery.extend({ status: status.optional().describe("Only approvals with this status.") }),
  answers: () => ({ 200: jsonAnswer("A page of approvals.", createPageSchema(approval)) }),
});

const getApproval = operation({
  id: "getApproval",
  access: "by_message",
  summary: "Read one approval",
  description:
    "With the scope `approvals:grant`, any approval that listApprovals returns. Without it, only one whose call was made by this key, or by a " +
    "session of the same end user: its status and, once the call has been made, its result.",
  params: ofApproval,
  answers: () => ({ 200: jsonAnswer("The approval.", approvalDetail) }),
  refusals: { not_found: "There is no such approval, or this key may not read it." },
});

const decideApproval = operation({
  id: "decideApproval",
  access: "approvals:grant",
  opensToConsole: true,
  summary: "Approve, deny or edit a call",
  description:
    "`approve` makes the call immediately and only once, on behalf of the key that requested it, and returns its " +
    "result. The call is refused if that key has been revoked, or if the policy or the account has changed so that " +
    "it would no longer be the approved call. `edit` requests the call again with `changes`, denies this one and returns the " +
    "new one, which waits with a preview. Whoever made this one then waits for the new one and gets its result. The key that made a call can never decide about it. Console users " +
    "may decide about calls that they made there with a key that has `policy:write`, or after signing in at the issuer, unless the policy says `approve_own: false`.",
  params: ofApproval,
  body: z
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
    .meta({ id: "ApprovalDecision" }),
  examples: {
    "Approve the call": { decision: "approve" },
    "Approve the call and later ones in this conversation": {
      decision: "approve",
      always_for: "conversation",
    },
    "Send it elsewhere": { decision: "edit", changes: { channel: "#board" } },
    "Change the text": { decision: "edit", changes: { text: "The board meets at noon." } },
    "Deny the call": { decision: "deny", because: "Ask the board first." },
  },
  answers: () => ({ 200: jsonAnswer("The approval, with the result of the call.", approvalDetail) }),
  refusals: {
    forbidden:
      "The key lacks `approvals:grant` or made the call itself, or the policy does not let this person decide.",
    not_found: "There is no such approval.",
    conflict: "It has already been decided, it has expired, or `always_for` is not one of its `may_always`.",
  },
});

type ApprovalService = Pick<
  Service,
  "approvals" | "approvalAnswers" | "authenticator" | "clock" | "publicUrl" | "tenants"
>;

/** Creates the routes for calls that wait for approval and for deciding about them. */
export function approvalRoutes(service: ApprovalService): readonly Route[] {
  const { approvals, approvalAnswers, publicUrl, tenants } = service;
  type Decided = { id: string; key_id: string; decided_by: string | null };
  /** Adds the names of keys and the page where a person decides. */
  const complete = async <T extends Decided>(context: Context<AppTypes>, tenantId: string, all: T[]) => {
    const ids = all.flatMap(({ key_id, decided_by }) => [key_id, decided_by]);
    const names = await tenants.listKeyNames(tenantId, ids);
    const base = chooseBaseUrl(publicUrl, context);
    return all.map((one) => ({
      ...one,
      key_name: names.get(one.key_id) ?? null,
      decided_by_name: names.get(one.decided_by ?? "") ?? null,
      approve_url: buildApproveUrl(base, one.id),
    }));
  };
  return [
    route(listApprovals, async (context, caller) => {
      const { tenantId, keyId, scopes } = caller;
      const { status, ...page } = readQuery(context, listApprovals.query);
      const ofKey = scopes.has("approvals:grant") ? undefined : keyId;
      const found = await approvals.list(caller, tenantId, { ...toPageRequest(page), status, ofKey });
      const items = await complete(context, tenantId, found.items);
      return context.json(formatPage({ ...found, items }, (one) => one));
    }),
    route(getApproval, async (context) => {
      const caller = requireTenant(await authenticateCaller(service, context));
      readQuery(context, z.strictObject({}));
      const id = readPathId(context);
      const found: ApprovalDetail = caller.scopes.has("approvals:grant")
        ? await approvals.get(caller, caller.tenantId, id)
        : await approvalAnswers.getOwn(caller, id);
      return context.json((await complete(context, caller.tenantId, [found]))[0]);
    }),
    route(decideApproval, async (context, caller) => {
      const { tenantId } = caller;
      const body = await readJson(context, decideApproval.body);
      const { decision, always_for: always, because, changes = {} } = body;
      const { deadline, requestId } = callOptions(context);
      const deciding = { by: identifyDecider(context, caller), options: { deadline, requestId } };
      const id = readPathId(context);
      const decided =
        decision === "edit"
          ? await approvals.change(tenantId, id, {
              changes,
              changedBy: await nameDecider(tenants, caller),
              ...deciding,
            })
          : await approvals.decide(tenantId, id, { decision, always, because, ...deciding });
      return context.json((await complete(context, tenantId, [decided]))[0]);
    }),
  ];
}

/** Returns the person or key whose decision this request is. */
export function identifyDecider(context: Context<AppTypes>, caller: TenantCaller): Decider {
  const { keyId, rotatedFrom, session, subject, scopes, grants, policy, atConsole } = caller;
  const requestId = context.get("requestId");
  return { keyId, rotatedFrom, session, subject, scopes, grants, policy, atConsole, requestId };
}

/** Returns the name of the person or key that decides: the issuer's user, or else the key. */
export async function nameDecider(
  tenants: Pick<Service["tenants"], "listKeyNames">,
  { tenantId, keyId, subject }: TenantCaller,
): Promise<string> {
  return subject ?? (await tenants.listKeyNames(tenantId, [keyId])).get(keyId) ?? keyId;
}

/** Returns the URL of the page for deciding about a call. */
export function buildApproveUrl(base: string, id: string): string {
  return `${base}/approve/${id}`;
}
