import { CREDENTIAL_KINDS } from "@plumbline/adapters/credential-kinds.ts";
import type { PendingConnect } from "@plumbline/connections/connect/connect-store.ts";
import { kindProvider } from "@plumbline/connections/oauth-client.ts";
import { mayUseCredential, type TenantCaller } from "@plumbline/core/access/caller.ts";
import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { filterPage } from "@plumbline/core/records/page.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { type AppTypes, actorOf, chooseBaseUrl, demandScope, readJson, readQuery } from "../request.ts";
import { credentialKind } from "./call-schemas.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { createPageSchema, formatPage, pageQuery, recordId, toPageRequest, visibleName } from "./fields.ts";
import { requireMayAddCredentials, requireVisibleCredential } from "./in-sight.ts";

/** One scope as in RFC 6749, 3.3, without the comma that some providers use as a separator. */
const scopeName = z.string().regex(/^[!#-+\--[\]-~]{1,200}$/, "must be one scope without blanks");

const expiresAt = z.iso.datetime();

export const startConnect = operation({
  id: "startConnect",
  access: "connections:write",
  tag: "Connections",
  summary: "Connect an account by OAuth",
  description:
    "Send a person to `authorization_url`, a page of this service that names the product, the provider and the account. Its " +
    "button leads to the provider, where they sign in and agree, and the credential is stored when the provider leads them " +
    "back: in the same browser, which a cookie tells. The page works for an hour and for one connection; opening it uses " +
    "nothing up.\n\n" +
    "With `link: true` the page is called `connect_url`: the tenant's customer opens it, without a key.\n\n" +
    "With `raw: true` the answer is the provider's own address. It counts once, for half an hour, in any browser: whoever is " +
    "sent it may connect their account to this tenant unawares. It needs the scope `connections:raw`, which no key has " +
    "unless it was given.\n\n" +
    "With `credential_id` an existing credential gets new tokens. Another account than its own is refused.",
  params: z.object({ kind: credentialKind.describe("What is to be connected.") }),
  body: z
    .strictObject({
      label: visibleName
        .optional()
        .describe("The connection's name: 1 to 120 characters on one line. Only a renewal may leave it out."),
      credential_id: recordId.optional().describe("The credential to renew."),
      link: z.boolean().optional().describe("`true`: the page is for a customer, and called `connect_url`."),
      raw: z
        .boolean()
        .optional()
        .describe("`true`: the provider's own address, for a client that binds it to a browser itself."),
      scopes: z
        .array(scopeName)
        .max(50)
        .optional()
        .describe("Scopes to ask for beside the smallest that the kind's tools need."),
    })
    .refine(({ link, raw }) => !(link && raw), { path: ["raw"], message: "must be left out beside link" })
    .meta({ id: "StartConnect" }),
  examples: {
    "A page for a customer": { label: "team chat", link: true },
    "A page for a person of your own": { label: "team chat" },
  },
  answers: {
    201: jsonAnswer(
      "Where a person goes.",
      z.union([
        z.object({
          authorization_url: z.url().describe("A page of this service; with `raw`, at the provider."),
          expires_at: expiresAt,
        }),
        z.object({ connect_url: z.url().describe("A page of this service."), expires_at: expiresAt }),
      ]),
    ),
  },
  refusals: {
    not_supported: "The kind is a key or a password, which is stored as a credential.",
    not_found: "There is no such kind, or no such credential.",
    forbidden: "`raw` was asked without the scope `connections:raw`.",
    conflict: "A credential of this kind has this label, in any letter case, or the one to renew is revoked.",
    connect_not_configured: "The operator has set no OAuth client for this kind.",
  },
});

/** Format of a connect's ID: a SHA-256 hash. */
const connectId = z.string().regex(/^[0-9a-f]{64}$/);

const pendingConnect = z
  .object({
    id: connectId.describe("Names it in lists; nobody can open it with this."),
    kind: credentialKind,
    provider: z.string().describe("The provider's name, such as Slack."),
    label: z.string(),
    form: z
      .enum(["link", "authorization"])
      .describe("`link`: a page of this service; `authorization`: a provider's own address (`raw`)."),
    credential_id: z.uuid().nullable().describe("The credential that it renews."),
    scopes: z.array(z.string()),
    created_at: z.iso.datetime(),
    expires_at: expiresAt,
  })
  .meta({ id: "PendingConnect", description: "A connect that waits for a person." });

export const listConnects = operation({
  id: "listConnects",
  access: "credentials:read",
  tag: "Connections",
  summary: "List connects that wait for a person",
  description: "Links and authorizations that have neither been used nor expired, a page at a time.",
  query: pageQuery,
  answers: { 200: jsonAnswer("A page of them.", createPageSchema(pendingConnect)) },
});

export const withdrawConnect = operation({
  id: "withdrawConnect",
  access: "connections:write",
  tag: "Connections",
  summary: "Take back a connect that waits",
  description:
    "Its address stops working at once, also for a person who is signing in at the provider. What was connected already stays: revoke the credential.",
  params: z.object({
    kind: credentialKind,
    id: connectId.describe("The `id` of the list."),
  }),
  answers: { 204: { description: "Nobody can use it any more." } },
  refusals: { not_found: "No such connect waits: it was used, has expired, or never was." },
});

/**
 * Creates the routes that start, list and withdraw connects. The pages for people are in connect-pages.ts.
 */
export function connectionRoutes({
  connects,
  publicUrl,
}: Pick<Service, "connects" | "publicUrl">): readonly Route[] {
  return [
    route(startConnect, async (context, caller) => {
      const { tenantId } = caller;
      const { link, raw, ...wish } = await readJson(context, startConnect.body);
      if (raw) demandScope(caller, "connections:raw");
      if (wish.credential_id === undefined) requireMayAddCredentials(caller);
      else requireVisibleCredential(caller, wish.credential_id);
      const kind = readPathKind(context);
      const base = chooseBaseUrl(publicUrl, context);
      const asked = { kind, ...wish };
      const by = actorOf(context);
      if (raw) {
        const visit = await connects.authorize(tenantId, asked, buildCallbackUrl(base), by);
        return context.json({ authorization_url: visit.url, expires_at: visit.expiresAt }, 201);
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
      await connects.withdraw(tenantId, { kind: readPathKind(context), id }, actorOf(context));
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
  throw new ServiceError("not_found", `There is no such kind; use one of ${CREDENTIAL_KINDS.join(", ")}.`);
}

function formatPending({
  id,
  kind,
  label,
  form,
  credential_id,
  scopes,
  created_at,
  expires_at,
}: PendingConnect) {
  const provider = kindProvider(kind);
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
  const token = await reconnectLinks.tokenFor(tenantId, result.credential);
  if (token === undefined) return result;
  const link = `Or have this page opened within the hour: ${buildConnectUrl(chooseBaseUrl(publicUrl, context), token)}`;
  return { ...result, next_step: result.next_step === undefined ? link : `${result.next_step} ${link}` };
}
