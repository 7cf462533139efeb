import { hashApiKey } from "@plumbline/core/access/api-keys.ts";
import { DEFAULT_SCOPES, type TenantCaller } from "@plumbline/core/access/caller.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { MAX_ISSUER_VISIT_MS, type Visitor } from "@plumbline/core/access/visits.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { IssuerError } from "@plumbline/core/oidc/fetch-issuer-keys.ts";
import type { IssuerSignIn } from "@plumbline/core/oidc/issuer-sign-in.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { approverCookie, setSignInCookie, takeSignInCookie } from "../approve/approver-cookies.ts";
import { renderFailedSignInPage, type SignInWays } from "../approve/pages.ts";
import { visitCookie } from "../console/visit-cookie.ts";
import { readHostCookie, setHostCookie } from "../pages/host-cookie.ts";
import { type PersonPage, servePersonPage } from "../pages/person-page.ts";
import { type AppTypes, chooseBaseUrl } from "../request.ts";
import { htmlAnswer, operation, type Route, route } from "./endpoint.ts";
import { recordId } from "./fields.ts";

const PATH = "/approve/sign-in";
const ON_CONSOLE = "console";

const signInToApprove = operation({
  id: "signInToApprove",
  access: "public",
  summary: "Sign in at the OIDC issuer",
  description:
    "With `approval` or `console`, redirects the browser to the issuer. The issuer redirects it back here with `code` and `state`, " +
    "and the browser continues to the page where the sign-in started. Available only when `AUTH_CLIENT_ID` is set.",
  query: z.object({
    approval: z.string().optional().describe("The `approval_id` of the page where the sign-in started."),
    console: z.literal("1").optional().describe("Instead of `approval`: the sign-in started in the console."),
    code: z.string().optional().describe("Set by the issuer."),
    state: z.string().optional().describe("Set by the issuer."),
    error: z.string().optional().describe("Set by the issuer."),
  }),
  answers: () => ({
    303: { description: "Redirects to the issuer, or back to the page." },
    403: htmlAnswer(
      "A page saying that the person may not approve, or started the sign-in in another browser.",
    ),
    404: htmlAnswer("A page saying that this kind of sign-in is not available here."),
    500: htmlAnswer("A page saying that the service failed."),
    502: htmlAnswer("A page saying that the issuer did not sign the person in."),
  }),
});

/** Creates the routes for signing in at the operator's issuer. */
export function approvalSignInRoutes(service: Service): readonly Route[] {
  return [
    route(signInToApprove, (context) =>
      servePersonPage(service, context, async () => {
        const { issuerSignIn: issuer } = service;
        if (!issuer) return renderFailedSignInPage(404, "This service only supports signing in with a key.");
        try {
          if (context.req.query("state") !== undefined) return await finishSignIn(service, issuer, context);
          return await startSignIn(service, issuer, context);
        } catch (error) {
          if (!(error instanceof IssuerError)) throw error;
          service.logger.log("warn", "sign_in_failed", { error_code: error.code });
          return renderFailedSignInPage(502, `${issuer.host} did not sign you in. Try again in a moment.`);
        }
      }),
    ),
  ];
}

/** Returns the ways to sign in, in addition to a key. */
export function listSignInWays({ issuerSignIn, publicUrl }: Service, context: Context<AppTypes>): SignInWays {
  const id = recordId.safeParse(context.req.param("id"));
  if (!id.success) return {};
  const base = chooseBaseUrl(publicUrl, context);
  const url = `${base}${PATH}?approval=${id.data}`;
  // The cookie proves no sign-in, because the secret is not checked.
  const mayBeSignedIn = readHostCookie(context, base, visitCookie) !== undefined;
  return {
    issuer: issuerSignIn && { host: issuerSignIn.host, url },
    console: mayBeSignedIn ? `${base}/#/approvals/${id.data}` : undefined,
  };
}

/**
 * Finds the holder of a key or an issuer's token, if it may approve. Returns `unknown` if the key is invalid
 * and `forbidden` if it may not approve.
 */
export async function findVisitor(
  { authenticator }: Service,
  key: Secret,
): Promise<Visitor | "unknown" | "forbidden"> {
  const caller = await findTenantCaller(authenticator, key);
  if (caller === "unknown") return "unknown";
  if (caller === "operator" || !caller.scopes.has("approvals:grant")) return "forbidden";
  const { tenantId, subject } = caller;
  return subject === undefined
    ? { keyHash: hashApiKey(key) }
    : { tenantId, subject, scopes: ["approvals:grant"] };
}

async function findTenantCaller(
  authenticator: Service["authenticator"],
  key: Secret,
): Promise<TenantCaller | "operator" | "unknown"> {
  try {
    const caller = await authenticator.authenticate(`Bearer ${key.reveal()}`);
    return caller.type === "tenant" ? caller : "operator";
  } catch (error) {
    if (error instanceof ServiceError && error.code === "unauthenticated") return "unknown";
    throw error;
  }
}

async function startSignIn(
  { publicUrl }: Service,
  issuer: IssuerSignIn,
  context: Context<AppTypes>,
): Promise<PersonPage | Response> {
  const base = chooseBaseUrl(publicUrl, context);
  const id = recordId.safeParse(context.req.query("approval"));
  const onConsole = context.req.query("console") === "1";
  if (!id.success && !onConsole)
    return renderFailedSignInPage(404, "This address is incomplete. Open the link again.");
  const scopes = [...(onConsole ? DEFAULT_SCOPES : []), "approvals:grant" as const];
  const { url, state, verifier } = await issuer.begin(base + PATH, scopes);
  setSignInCookie(context, base, { state, verifier, page: id.success ? id.data : ON_CONSOLE });
  return redirectTo(context, url.href);
}

async function finishSignIn(
  service: Service,
  issuer: IssuerSignIn,
  context: Context<AppTypes>,
): Promise<PersonPage | Response> {
  const base = chooseBaseUrl(service.publicUrl, context);
  const { state, code } = context.req.query();
  const signIn = takeSignInCookie(context, base);
  const refuse = (reason: string, from?: string) => renderFailedSignInPage(403, reason, from);
  if (!signIn || signIn.state !== state)
    return refuse("This sign-in was not started in this browser, or it took too long. Start it again.");
  const page = signIn.page === ON_CONSOLE ? `${base}/` : `${base}/approve/${signIn.page}`;
  if (code === undefined || code === "") return refuse(`${issuer.host} refused.`, page);
  const token = await issuer.finish(new Secret(code), signIn.verifier, base + PATH);
  if (signIn.page === ON_CONSOLE) return openConsole(service, token, context, page);
  const visitor = await findVisitor(service, token);
  if (visitor === "unknown") return refuse(`The token from ${issuer.host} is not accepted here.`, page);
  if (visitor === "forbidden")
    return refuse("You may not approve calls: your token lacks the scope approvals:grant.", page);
  const visit = await service.approverVisits.begin(visitor);
  setHostCookie(context, base, approverCookie, visit.token);
  return redirectTo(context, page);
}

/** Signs a person in to the console with the permissions of the issuer's token. */
async function openConsole(
  { authenticator, visits, issuerSignIn, publicUrl }: Service,
  token: Secret,
  context: Context<AppTypes>,
  page: string,
): Promise<PersonPage | Response> {
  const caller = await findTenantCaller(authenticator, token);
  if (caller === "unknown" || caller === "operator" || caller.subject === undefined)
    return renderFailedSignInPage(403, `The token from ${issuerSignIn?.host} is not accepted here.`, page);
  const { tenantId, subject, scopes } = caller;
  const visit = await visits.begin({ tenantId, subject, scopes: [...scopes] });
  setHostCookie(
    context,
    chooseBaseUrl(publicUrl, context),
    { ...visitCookie, maxAgeSeconds: MAX_ISSUER_VISIT_MS / 1000 },
    visit.token,
  );
  // The page reads the secret from the fragment, which is not sent in requests.
  return redirectTo(context, `${page}#/signed-in/${visit.pageSecret}`);
}

/** Redirects without caching or a referrer, so that the issuer's URL and its code are not stored anywhere. */
function redirectTo(context: Context<AppTypes>, url: string): Response {
  context.header("cache-control", "no-store");
  context.header("referrer-policy", "no-referrer");
  return context.redirect(url, 303);
}
