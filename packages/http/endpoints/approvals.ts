import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import type { ApprovalDetail } from "@plumbline/core/approvals/approval.ts";
import type { Decider } from "@plumbline/core/approvals/who-decides.ts";
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
import { approval, approvalDecision, approvalDetail, approvalStatus } from "./approval-schemas.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { readPathId, recordId } from "./fields.ts";
import { createPageSchema, formatPage, pageQuery, toPageRequest } from "./paging.ts";

const ofApproval = z.object({ id: recordId.describe("The `approval_id`.") });

const listApprovals = operation({
  id: "listApprovals",
  access: "approvals:grant",
  opensToConsole: true,
  summary: "List calls that need approval",
  description:
    "Returns approvals, oldest first. They are kept for a week. Console users without the scope see only " +
    "the calls that their own key made. A key that is limited to certain credentials sees calls that use them, and its own calls that use none.",
  query: pageQuery.extend({ status: approvalStatus.optional().describe("Only approvals with this status.") }),
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
  body: approvalDecision,
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

/** Creates the routes for calls that wait for approval and for deciding about them. */
export function approvalRoutes(service: Service): readonly Route[] {
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
      const made = createDecision(context, caller);
      const id = readPathId(context);
      const decided =
        decision === "edit"
          ? await approvals.change(tenantId, id, {
              changes,
              changedBy: await nameDecider(tenants, caller),
              ...made,
            })
          : await approvals.decide(tenantId, id, { decision, always, because, ...made });
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

/** Returns who decides in this request, and the options of the call that an approval makes. */
export function createDecision(context: Context<AppTypes>, caller: TenantCaller) {
  const { deadline, requestId } = callOptions(context);
  return { by: identifyDecider(context, caller), options: { deadline, requestId } };
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
