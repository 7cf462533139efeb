import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { batchRead } from "./batch-read.ts";
import { batchUpsert } from "./batch-upsert.ts";
import { crmMissingScopes, crmRefusalBody, crmUnauthorized } from "./failures.ts";
import type { Portal } from "./portal.ts";
import { samplePortal } from "./sample-portal.ts";

/** The CRM's server and its state. */
export type CrmServer = ScriptedServer & { readonly portal: Portal };

interface Route {
  readonly scope: string;
  answer(request: RecordedRequest, portal: Portal): Message;
}

const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  [
    "POST /crm/v3/objects/contacts/batch/upsert",
    { scope: "crm.objects.contacts.write", answer: batchUpsert },
  ],
  ["POST /crm/v3/objects/contacts/batch/read", { scope: "crm.objects.contacts.read", answer: batchRead }],
  ["GET /account-info/v3/details", { scope: "oauth", answer: accountDetails }],
]);

/**
 * Starts a server that speaks the HubSpot API: `POST {url}/crm/v3/objects/contacts/batch/upsert` and `/read`,
 * and `GET {url}/account-info/v3/details`, with a bearer token.
 */
export async function startCrm(options: { portal?: Portal; port?: number } = {}): Promise<CrmServer> {
  const portal = options.portal ?? samplePortal();
  let answered = 0;
  const server = await startScriptedServer({
    name: "crm",
    port: options.port,
    handle: (request) => {
      answered += 1;
      const message = answerRequest(request, portal);
      const headers = {
        "x-hubspot-correlation-id": `sandbox-${answered}`,
        ...rateHeaders,
        ...message.headers,
      };
      return { ...message, headers };
    },
  });
  return { ...server, portal };
}

const rateHeaders = {
  "x-hubspot-ratelimit-max": "100",
  "x-hubspot-ratelimit-remaining": "99",
  "x-hubspot-ratelimit-interval-milliseconds": "10000",
};

function answerRequest(request: RecordedRequest, portal: Portal): Message {
  const bearer = /^bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const token = portal.tokens.get(bearer);
  if (token === undefined) return crmUnauthorized();
  if (token.expired === true) return crmUnauthorized("EXPIRED_AUTHENTICATION");
  const route = routes.get(`${request.method} ${request.path}`);
  if (route === undefined) return json(crmRefusalBody("OBJECT_NOT_FOUND", "Unable to find resource."), 404);
  if (!token.scopes.includes(route.scope)) return crmMissingScopes([route.scope]);
  return route.answer(request, portal);
}

function accountDetails(_request: RecordedRequest, { portalId }: Portal): Message {
  return json({
    portalId,
    accountType: "STANDARD",
    timeZone: "US/Eastern",
    companyCurrency: "USD",
    additionalCurrencies: [],
    utcOffset: "-05:00",
    utcOffsetMilliseconds: -18_000_000,
    uiDomain: "crm.sandbox.example",
    dataHostingLocation: "na1",
  });
}
