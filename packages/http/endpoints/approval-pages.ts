import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import type { ApprovalDetail } from "@plumbline/core/approvals/approval.ts";
import { ALWAYS_FOR, type AlwaysFor } from "@plumbline/core/conversations/allowances.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { unescapeInvisible } from "@plumbline/core/text/visible-json.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { approverCookie } from "../approve/approver-cookies.ts";
import {
  EDITED,
  formatEditableText,
  renderDecidedPage,
  renderDecisionPage,
  renderForeignDecisionPage,
  renderRefusedDecisionPage,
  renderSignInPage,
  renderUnknownApprovalPage,
} from "../approve/pages.ts";
import type { ShownApproval } from "../approve/shown-call.ts";
import { isCrossSite } from "../pages/foreign-request.ts";
import { deleteHostCookie, readHostCookie, setHostCookie } from "../pages/host-cookie.ts";
import { type PersonPage, servePersonPage } from "../pages/person-page.ts";
import { type AppTypes, chooseBaseUrl } from "../request.ts";
import { approvalSignInRoutes, findVisitor, listSignInWays } from "./approval-sign-in.ts";
import { createDecision, identifyDecider, nameDecider } from "./approvals.ts";
import { htmlAnswer, operation, type Route, route } from "./endpoint.ts";
import { recordId } from "./fields.ts";

const loadRenderer = loadOnce(() => import("@plumbline/adapters/markdown/render-markdown.ts"));

const ofApproval = z.object({ id: z.string().describe("The `approval_id`.") });

const FAILED_PAGES = {
  404: htmlAnswer("A page saying that there is no such approval."),
  500: htmlAnswer("A page saying that the service failed."),
};

const openApprovalPage = operation({
  id: "openApprovalPage",
  access: "public",
  summary: "Open the page for a waiting call",
  description:
    "The page at an `approve_url`. It asks for a key that may approve calls, and then shows " +
    "exactly what would be sent. Opening it decides nothing.",
  params: ofApproval,
  answers: () => ({
    200: htmlAnswer("The page."),
    ...FAILED_PAGES,
  }),
});

const decideOnPage = operation({
  id: "decideOnPage",
  access: "public",
  summary: "Sign in or decide on the page",
  description:
    "Handles the page's forms: sign in with a key, approve, deny, or sign out. Forms submitted by another site are refused.",
  params: ofApproval,
  answers: () => ({
    200: htmlAnswer("A page with the result."),
    303: { description: "Redirects back to the page." },
    403: htmlAnswer("A page saying that the key may not decide, or that another site submitted the form."),
    409: htmlAnswer("A page saying that it has already been decided."),
    ...FAILED_PAGES,
  }),
});

/** Creates the routes of the page on which a person decides about a call. The page runs no script. */
export function approvalPageRoutes(service: Service): readonly Route[] {
  const { publicUrl } = service;
  return [
    ...approvalSignInRoutes(service),
    route(openApprovalPage, (context) =>
      servePersonPage(service, context, async () => {
        const approver = await findApprover(service, context, chooseBaseUrl(publicUrl, context));
        if (approver) return loadApproval(service, context, approver);
        return renderSignInPage(listSignInWays(service, context));
      }),
    ),
    route(decideOnPage, (context) =>
      servePersonPage(service, context, async () => {
        const base = chooseBaseUrl(publicUrl, context);
        if (isCrossSite(context, base)) return renderForeignDecisionPage();
        const form = await readForm(context);
        const redirectBack = () => {
          context.header("cache-control", "no-store");
          return context.redirect(`${base}/approve/${encodeURIComponent(readApprovalId(context))}`, 303);
        };
        if (form.has("key")) return signIn(service, context, form.get("key") ?? "", base, redirectBack);
        if (form.has("sign_out")) {
          await signOut(service, context, base);
          return redirectBack();
        }
        const decision = form.get("decision");
        if (decision !== "approve" && decision !== "deny" && decision !== "edit") return redirectBack();
        const approver = await findApprover(service, context, base);
        if (!approver)
          return renderSignInPage(listSignInWays(service, context), "Your sign-in has ended. Sign in again.");
        if (decision === "edit") return requestEdited(service, context, approver, form, base);
        const always = ALWAYS_FOR.find((one) => decision === "approve" && one === form.get("always_for"));
        return decide(service, context, approver, { decision, always, because: form.get("because") });
      }),
    ),
  ];
}

/**
 * Returns the approver who has signed in in this browser. Returns `undefined` if the sign-in has expired or
 * is forged, or if its key was revoked or may not approve.
 */
async function findApprover(
  { authenticator, approverVisits }: Service,
  context: Context<AppTypes>,
  base: string,
): Promise<TenantCaller | undefined> {
  const token = readHostCookie(context, base, approverCookie);
  const visit = token === undefined ? undefined : await approverVisits.find({ token });
  const caller = visit && (await authenticator.findCallerOfVisitor(visit.visitor));
  return caller?.type === "tenant" && caller.scopes.has("approvals:grant") ? caller : undefined;
}

/** Signs a person in and redirects, so that reloading the page does not send the key again. */
async function signIn(
  service: Service,
  context: Context<AppTypes>,
  typed: string,
  base: string,
  back: () => Response,
): Promise<PersonPage | Response> {
  const key = new Secret(typed.trim());
  const ways = listSignInWays(service, context);
  const visitor = await findVisitor(service, key);
  if (visitor === "unknown") return renderSignInPage(ways, "This key is unknown, revoked or expired.");
  if (visitor === "forbidden")
    return renderSignInPage(ways, "This key may not approve calls; it lacks the scope approvals:grant.");
  const { token } = await service.approverVisits.begin(visitor);
  setHostCookie(context, base, approverCookie, token);
  return back();
}

async function signOut({ approverVisits }: Service, context: Context<AppTypes>, base: string) {
  const token = readHostCookie(context, base, approverCookie);
  if (token !== undefined) await approverVisits.end({ token });
  deleteHostCookie(context, base, approverCookie);
}

/** Maximum length of the reason for a denial, in characters. */
const MAX_REASON = 500;

async function decide(
  service: Service,
  context: Context<AppTypes>,
  approver: TenantCaller,
  said: { decision: "approve" | "deny"; always: AlwaysFor | undefined; because: string | null },
): Promise<PersonPage> {
  const { tenantId } = approver;
  return catchRefusal(async () => {
    const why = said.decision === "deny" ? said.because?.trim().slice(0, MAX_REASON) : undefined;
    const decision = { ...said, because: why || undefined, ...createDecision(context, approver) };
    const ended = await service.approvals.decide(tenantId, readApprovalId(context), decision);
    return renderDecidedPage(await prepareForDisplay(service, tenantId, ended));
  });
}

/** Makes the call again with the texts of the form, and redirects to the page of the edited call. */
async function requestEdited(
  { approvals, tenants }: Service,
  context: Context<AppTypes>,
  approver: TenantCaller,
  form: URLSearchParams,
  base: string,
): Promise<PersonPage | Response> {
  return catchRefusal(async () => {
    const id = readApprovalId(context);
    const { editable, arguments: args } = await approvals.get(approver, approver.tenantId, id);
    const changes = Object.fromEntries(
      editable.flatMap((name) => {
        const typed = form.get(`${EDITED}${name}`)?.replaceAll("\r\n", "\n");
        const old: unknown = Object(args)[name];
        if (typed === undefined || typed === formatEditableText(old)) return [];
        const text = unescapeInvisible(typed);
        const lines = text.split("\n").filter((line) => line.trim() !== "");
        return [[name, Array.isArray(old) ? lines : text]];
      }),
    );
    const changed = await approvals.change(approver.tenantId, id, {
      changes,
      changedBy: await nameDecider(tenants, approver),
      ...createDecision(context, approver),
    });
    return context.redirect(`${base}/approve/${encodeURIComponent(changed.id)}`, 303);
  });
}

/** Turns a refusal to show a call or to decide about it into a page. */
async function catchRefusal<Page>(makePage: () => Promise<Page>): Promise<Page | PersonPage> {
  try {
    return await makePage();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "not_found") return renderUnknownApprovalPage();
    if (error.code === "forbidden") return renderRefusedDecisionPage(403, error.message);
    if (error.code === "conflict") return renderRefusedDecisionPage(409, error.message);
    if (error.code === "bad_request") return renderRefusedDecisionPage(400, error.message);
    throw error;
  }
}

async function loadApproval(
  service: Service,
  context: Context<AppTypes>,
  approver: TenantCaller,
): Promise<PersonPage> {
  return catchRefusal(async () => {
    const { approvals } = service;
    const { tenantId } = approver;
    const record = await approvals.visibleRecord(approver, tenantId, readApprovalId(context));
    const found = await prepareForDisplay(service, tenantId, await approvals.detail(approver, record));
    if (found.approval.status !== "waiting") return renderDecidedPage(found);
    const refusal = await approvals.explainUndecidable(record, identifyDecider(context, approver));
    return renderDecisionPage(found, refusal !== undefined);
  });
}

/** Adds the names of keys and the renderer with which a page shows a call. */
async function prepareForDisplay(
  { tenants }: Service,
  tenantId: string,
  approval: ApprovalDetail,
): Promise<ShownApproval> {
  const keyNames = new Map<string, string>();
  for (const id of new Set([approval.key_id, approval.decided_by ?? approval.key_id])) {
    const key = await tenants.findKeyById(tenantId, id);
    if (key) keyNames.set(id, key.name);
  }
  return { approval, keyNames, renderMarkdown: (await loadRenderer()).renderMarkdown };
}

/** Returns the ID in the path. Returns "" for an invalid ID, which matches nothing. */
function readApprovalId(context: Context<AppTypes>): string {
  const id = recordId.safeParse(context.req.param("id"));
  return id.success ? id.data : "";
}

/** Limit of a form in characters: the edited texts of a call. */
const MAX_FORM = 1_000_000;

/** Returns the fields of a posted form. Empty if the request contains no form. */
async function readForm(context: Context<AppTypes>): Promise<URLSearchParams> {
  const type = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") return new URLSearchParams();
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of context.req.raw.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_FORM) return new URLSearchParams();
  }
  return new URLSearchParams(text);
}
