import { hashApiKey, looksLikeApiKey } from "@plumbline/core/access/api-keys.ts";
import { type Caller, SCOPES } from "@plumbline/core/access/caller.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { timestamp } from "@plumbline/core/clock/clock.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { readVisit, visitCookie } from "../console/visit-cookie.ts";
import { isCrossSite } from "../pages/foreign-request.ts";
import { deleteHostCookie, setHostCookie } from "../pages/host-cookie.ts";
import { type AppTypes, chooseBaseUrl, readJson } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { keyNameField } from "./fields.ts";

const visit = z
  .object({
    role: z.enum(["tenant", "operator"]).describe("The owner of the key."),
    key_id: z.string(),
    key_name: keyNameField,
    tenant_id: z.string().nullable().describe("`null` for an operator key."),
    scopes: z.array(z.enum(SCOPES)).describe("What the key may do; empty for an operator key."),
    read_only: z.boolean().describe("The key may only call read-only tools."),
    models: z
      .array(z.string())
      .describe(
        "The models that an agent run may use, starting with the default; empty if they are not known, and for an operator key.",
      ),
    sample_tools: z
      .array(z.string())
      .describe("Tools whose provider runs on the service's own machine, such as the sandbox."),
    ends_at: z.iso.datetime().describe("When the key has to be entered again."),
  })
  .meta({ id: "Visit", description: "A person's sign-in to the console." });

const beginVisit = operation({
  id: "beginVisit",
  access: "public",
  summary: "Sign in to the console",
  description:
    "Starts a 12-hour sign-in with an API key, kept in a browser cookie that scripts cannot read. The key itself is not " +
    "stored. The console's requests then send the response's `page_secret` as the header `x-plumbline-console` instead of the key: the cookie " +
    "alone gives no access, because a browser also sends it to other ports of the host. The sign-in ends immediately when the key is " +
    "revoked or expires, and when the person signs out.",
  body: z
    .strictObject({ api_key: z.string().max(200).describe("`plk_…`, or `plo_…` for an operator.") })
    .meta({ id: "BeginVisit" }),
  examples: { "A tenant's key": { api_key: "plk_…" } },
  answers: () => ({
    201: jsonAnswer(
      "The visit.",
      visit
        .extend({
          page_secret: z.string().describe("The page must keep it where only its own origin can read it."),
        })
        .meta({ id: "BegunVisit" }),
    ),
  }),
  refusals: {
    unauthenticated: "The key is unknown, revoked or expired.",
    forbidden: "The request came from a page of another site.",
  },
});

const getVisit = operation({
  id: "getVisit",
  access: "public",
  summary: "Get the sign-in of this browser",
  description:
    "Returns who has signed in and what the key may do. Requires the cookie, and the `page_secret` of the sign-in as the header `x-plumbline-console`.",
  answers: () => ({
    200: jsonAnswer(
      "The sign-in; `null` when nobody is signed in.",
      z.object({
        visit: visit.nullable(),
        issuer: z
          .string()
          .nullable()
          .describe("The host of the OIDC issuer where people may sign in; null if only keys are accepted."),
      }),
    ),
  }),
});

const endVisit = operation({
  id: "endVisit",
  access: "public",
  summary: "Sign out of the console",
  description:
    "Ends the sign-in immediately for every copy of its cookie, and deletes the cookie from the browser. Requires the header `x-plumbline-console`.",
  answers: () => ({ 204: { description: "Signed out, or nobody was signed in." } }),
  refusals: { forbidden: "The request came from a page of another site." },
});

/** Creates the routes for signing in to and out of the console, and for reading who is signed in. */
export function visitRoutes(service: Service): readonly Route[] {
  const { authenticator, visits, issuerSignIn, publicUrl, tenants, registry, models } = service;
  const listSampleTools = async () => (await registry.list()).filter(isSample).map(({ name }) => name);
  const show = async (caller: Caller, endsAt: number) => {
    const names =
      caller.type === "tenant" ? await tenants.listKeyNames(caller.tenantId, [caller.keyId]) : undefined;
    const shown = formatVisit(caller, endsAt, names?.get(caller.keyId) ?? null);
    const ids = models.map(({ id }) => id);
    return { ...shown, models: names ? ids : [], sample_tools: names ? await listSampleTools() : [] };
  };
  return [
    route(beginVisit, async (context) => {
      const url = requireSameSite(context, publicUrl);
      const { api_key } = await readJson(context, beginVisit.body);
      const key = new Secret(api_key.trim());
      const hash = looksLikeApiKey(key.reveal()) ? hashApiKey(key) : undefined;
      const caller = hash && (await authenticator.findCallerOfHash(hash));
      if (!caller) throw new ServiceError("unauthenticated", "This API key is unknown, revoked or expired.");
      const { token, pageSecret, endsAt } = await visits.begin({ keyHash: hash });
      setHostCookie(context, url, visitCookie, token);
      return context.json({ ...(await show(caller, endsAt)), page_secret: pageSecret }, 201, NO_STORE);
    }),
    route(getVisit, async (context) => {
      const shown = readVisit(context, chooseBaseUrl(publicUrl, context));
      const found = shown && (await visits.find(shown));
      const caller = found && (await authenticator.findCallerOfVisitor(found.visitor));
      const issuer = issuerSignIn?.host ?? null;
      return context.json({ visit: caller ? await show(caller, found.endsAt) : null, issuer }, 200, NO_STORE);
    }),
    route(endVisit, async (context) => {
      const url = requireSameSite(context, publicUrl);
      const shown = readVisit(context, url);
      if (shown) await visits.end(shown);
      deleteHostCookie(context, url, visitCookie);
      return context.body(null, 204, NO_STORE);
    }),
  ];
}

/** Returns whether a tool's provider runs on the service's own machine. */
function isSample({ reach }: Tool): boolean {
  const [url] = reach.to === "provider" ? reach.baseUrls : [];
  return url !== undefined && /^(127\.|\[::1\]|localhost$)/.test(new URL(url).hostname);
}

const NO_STORE = { "cache-control": "no-store" };

function formatVisit(
  caller: Caller,
  endsAt: number,
  key_name: string | null,
): Omit<z.input<typeof visit>, "models" | "sample_tools"> {
  const isTenant = caller.type === "tenant";
  return {
    role: caller.type,
    key_id: caller.keyId,
    key_name,
    tenant_id: isTenant ? caller.tenantId : null,
    scopes: isTenant ? SCOPES.filter((scope) => caller.scopes.has(scope)) : [],
    read_only: isTenant && caller.grants.readOnly,
    ends_at: timestamp(endsAt),
  };
}

/** Returns the service's URL. Throws ServiceError `forbidden` for a request from another site. */
function requireSameSite(context: Context<AppTypes>, publicUrl: string | undefined): string {
  const url = chooseBaseUrl(publicUrl, context);
  if (!isCrossSite(context, url)) return url;
  throw new ServiceError("forbidden", "Sign in on the console's own page.");
}
