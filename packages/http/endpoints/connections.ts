import { CREDENTIAL_KINDS } from "@plumbline/adapters/credential-kinds.ts";
import type { PendingConnect } from "@plumbline/connections/connect/pending-connect.ts";
import { providerOfKind } from "@plumbline/connections/oauth-client.ts";
import { mayUseCredential, type TenantCaller } from "@plumbline/core/access/caller.ts";
import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { filterPage } from "@plumbline/core/records/page.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { type AppTypes, chooseBaseUrl, demandScope, getActor, readJson, readQuery } from "../request.ts";
import { credentialKind } from "./call-schemas.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { recordId, visibleName } from "./fields.ts";
import { createPageSchema, formatPage, pageQuery, toPageRequest } from "./paging.ts";
import { requireMayAddCredentials, requireVisibleCredential } from "./visibility.ts";

/** One scope as in RFC 6749, 3.3, without the comma that some providers use as a separator. */
const scopeName = z.string().regex(/^[!#-+\--[\]-~]{1,200}$/, "must be a single scope without spaces");

const expiresAt = z.iso.datetime();

const startConnect = operation({
  id: "startConnect",
  access: "connections:write",
  summary: "Connect an account by OAuth",
  description:
    "Send a person to `authorization_url`, a page of this service that shows the product, the provider and the account. Its " +
    "button leads to the provider, where they sign in and grant access. The credential is stored when the provider redirects them " +
    "back in the same browser, which a cookie verifies. The page is valid for an hour and one connection; opening it does " +
    "not use it up.\n\n" +
    "With `link: true` the page is returned as `connect_url`, for the tenant's customer to open without a key.\n\n" +
    "With `raw: true` the response is the provider's own address. It works once, for half an hour, in any browser: a person who " +
    "is sent it may unknowingly connect their account to this tenant. It requires the scope `connections:raw`, which keys only have " +
    "when it is given explicitly.\n\n" +
    "With `credential_id` an existing credential gets new tokens. A different account is refused.",
  params: z.object({ kind: credentialKind.describe("The kind of credential to connect.") }),
  body: z
    .strictObject({
      label: visibleName
        .optional()
        .describe("The connection's name: 1 to 120 characters on one line. Optional only for a renewal."),
      credential_id: recordId.optional().describe("The credential to renew."),
      link: z
        .boolean()
        .optional()
        .describe("`true`: the page is for a customer and is returned as `connect_url`."),
      raw: z
        .boolean()
        .optional()
        .describe(
          "`true`: return the provider's own address, for clients that bind it to a browser themselves.",
        ),
      scopes: z
        .array(scopeName)
        .max(50)
        .optional()
        .describe("Scopes to request in addition to those that the kind's tools need."),
    })
    .refine(({ link, raw }) => !(link && raw), {
      path: ["raw"],
      message: "is not allowed together with link",
    })
    .meta({ id: "StartConnect" }),
  examples: {
    "A page for a customer": { label: "team chat", link: true },
    "A page for one of your users": { label: "team chat" },
  },
  answers: () => ({
    201: jsonAnswer(
      "Where to send a person.",
      z.union([
        z.object({
          authorization_url: z.url().describe("A page of this service; with `raw`, a page of the provider."),
          expires_at: expiresAt,
        }),
        z.object({ connect_url: z.url().describe("A page of this service."), expires_at: expiresAt }),
      ]),
    ),
  }),
  refusals: {
    not_supported: "This kind is a key or a password: store it as a credential instead.",
    not_found: "There is no such kind, or no such credential.",
    forbidden: "`raw` was requested without the scope `connections:raw`.",
    conflict:
      "A credential of this kind already has this label (ignoring case), or the credential to renew is revoked.",
    connect_not_configured: "The operator has not configured an OAuth client for this kind.",
  },
});

/** Format of a connect's ID: a SHA-256 hash. */
const connectId = z.string().regex(/^[0-9a-f]{64}$/);

const pendingConnect = z.lazy(() =>
  z
    .object({
      id: connectId.describe("Identifies it in lists; it cannot be used to open the page."),
      kind: credentialKind,
      provider: z.string().describe("The provider's name, such as Slack."),
      label: z.string(),
      form: z
        .enum(["link", "authorization"])
        .describe("`link`: a page of this service; `authorization`: the provider's own address (`raw`)."),
      credential_id: z.uuid().nullable().describe("The credential to renew."),
      scopes: z.array(z.string()),
      created_at: z.iso.datetime(),
      expires_at: expiresAt,
    })
    .meta({ id: "PendingConnect", description: "A pending connection." }),
);

const listConnects = operation({
  id: "listConnects",
  access: "credentials:read",
  summary: "List pending connections",
  description: "Links and authorizations that have neither been used nor expired.",
  query: pageQuery,
  answers: () => ({ 200: jsonAnswer("A page of pending connections.", createPageSchema(pendingConnect)) }),
});

const withdrawConnect = operation({
  id: "withdrawConnect",
  access: "connections:write",
  summary: "Withdraw a pending connection",
  description:
    "Its address stops working immediately, even for a person who is signing in at the provider. Accounts already connected are not affected; to disconnect one, revoke its credential.",
  params: z.object({
    kind: credentialKind,
    id: connectId.describe("The `id` from the list."),
  }),
  answers: () => ({ 204: { description: "It can no longer be used." } }),
  refusals: { not_found: "There is no such pending connection: it was used, has expired, or never existed." },
});

/**
 * Creates the routes that start, list and withdraw connects. The pages for people are in connect-pages.ts.
 */
export function connectionRoutes({ connects, publicUrl }: Service): readonly Route[] {
  return [
    route(startConnect, async (context, caller) => {
      const { tenantId } = caller;
      const { link, raw, ...request } = await readJson(context, startConnect.body);
      if (raw) demandScope(caller, "connections:raw");
      if (request.credential_id === undefined) requireMayAddCredentials(caller);
      else requireVisibleCredential(caller, request.credential_id);
      const kind = readPathKind(context);
      const base = chooseBaseUrl(publicUrl, context);
      const asked = { kind, ...request };
      const by = getActor(context);
      if (raw) {
        const started = await connects.authorize(tenantId, asked, buildCallbackUrl(base), by);
        return context.json({ authorization_url: started.url, expires_at: started.expiresAt }, 201);
      }
      const { token, expiresAt: expires_at } = await connects.createLink(tenantId, asked, by);
      const url = buildConnectUrl(base, token.reveal());
      return context.json({ [link ? "connect_url" : "authorization_url"]: url, expires_at }, 201);
    }),
    route(listConnects, async (context, caller) => {
      const page = await filterPage(
        toPageRequest(readQuery(context, listConnects.query)),
        (request) => connects.list(caller.tenantId, request),
        ({ credential_id: id }) => id === null || mayUseCredential(caller, id),
      );
      return context.json(formatPage(page, formatPending));
    }),
    route(withdrawConnect, async (context, { tenantId }) => {
      const id = context.req.param("id") ?? "";
      await connects.withdraw(tenantId, { kind: readPathKind(context), id }, getActor(context));
      return context.body(null, 204);
    }),
  ];
}

/**
 * Returns the URL to which providers redirect back. Its base is set by the operator or the platform, never by
 * the client.
 */
export function buildCallbackUrl(base: string): string {
  return `${base}/oauth/callback`;
}

export function buildConnectUrl(base: string, token: string): string {
  return `${base}/connect/${token}`;
}

function readPathKind(context: Context<AppTypes>): string {
  const kind = CREDENTIAL_KINDS.find((one) => one === context.req.param("kind"));
  if (kind !== undefined) return kind;
  throw new ServiceError("not_found", `There is no such kind. Use one of ${CREDENTIAL_KINDS.join(", ")}.`);
}

function formatPending(pending: PendingConnect) {
  const { id, kind, label, form, credential_id, scopes, created_at, expires_at } = pending;
  const provider = providerOfKind(kind);
  return { id, kind, provider, label, form, credential_id, scopes, created_at, expires_at };
}

/**
 * Adds a link for reconnecting to the next step of a refused credential, if the caller may connect accounts.
 * Use it only in routes that no model calls, because a model could pass the link to anybody.
 */
export async function addReconnectLink(
  result: DispatchFailure,
  { tenantId, scopes }: TenantCaller,
  context: Context<AppTypes>,
  { reconnectLinks, publicUrl }: Pick<Service, "reconnectLinks" | "publicUrl">,
): Promise<DispatchFailure> {
  if (result.error_code !== "authentication" || !result.credential) return result;
  if (!scopes.has("connections:write")) return result;
  const token = await reconnectLinks.getToken(tenantId, result.credential);
  if (token === undefined) return result;
  const link = `Or open this page within an hour: ${buildConnectUrl(chooseBaseUrl(publicUrl, context), token)}`;
  return { ...result, next_step: result.next_step === undefined ? link : `${result.next_step} ${link}` };
}
