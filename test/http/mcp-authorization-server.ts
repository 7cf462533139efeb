import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { makeIssuerKey } from "../support/scripted-issuer.ts";

/**
 * A real authorization server for MCP clients: they register themselves, and everybody who is asked agrees.
 */
export interface McpAuthorizationServer {
  /** The issuer. */
  url: string;
  /** The only resource that it gives tokens for. */
  resource: string;
  /** Claims that its tokens carry beside its own. */
  claims: Record<string, unknown>;
  /** Scopes that the person who signs in does not get. */
  withheld: string[];
  /** Follows an authorization URL, as a browser does, to where it leads the person back to. */
  signIn(authorizationUrl: URL): Promise<URL>;
  close(): Promise<void>;
}

const SCOPES = ["tools:read", "tools:call"];

/** `clients`: ids of public clients that it knows, each with where it leads people back to. */
export async function startMcpAuthorizationServer(
  resource: string,
  { scopes = SCOPES, clients = {} }: { scopes?: string[]; clients?: Record<string, string> } = {},
): Promise<McpAuthorizationServer> {
  const key = makeIssuerKey("of-the-server", "RS256");
  let serve: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const http = createServer((request, response) => serve(request, response));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: McpAuthorizationServer = {
    url,
    resource,
    claims: {},
    withheld: [],
    signIn: (authorizationUrl) => signIn(authorizationUrl, url),
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  const provider = new Provider(url, {
    jwks: { keys: [{ ...key.privateKey.export({ format: "jwk" }), kid: key.kid, use: "sig", alg: "RS256" }] },
    scopes,
    clients: Object.entries(clients).map(([client_id, redirectUri]) => ({
      client_id,
      redirect_uris: [redirectUri],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    })),
    pkce: { required: () => true },
    extraTokenClaims: () => server.claims,
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    cookies: { keys: ["test"] },
    ttl: { AccessToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: unknown, indicator: string) => {
          if (indicator !== server.resource) throw new Error(`${indicator} is not known here.`);
          return { scope: scopes.join(" "), audience: indicator, accessTokenFormat: "jwt" };
        },
        useGrantedResource: () => true,
      },
    },
  });
  const answer = provider.callback();
  serve = (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    agree(provider, server.withheld, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  };
  return server;
}

/** Signs Ada in, and agrees to everything but what is withheld. */
async function agree(
  provider: Provider,
  withheld: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (prompt.name === "login")
    return provider.interactionFinished(request, response, { login: { accountId: "ada" } });
  const grant = new provider.Grant({ accountId: session?.accountId ?? "", clientId: params.client_id });
  const { missingOIDCScope = [], missingResourceScopes = {} } = prompt.details;
  if (missingOIDCScope.length > 0) grant.addOIDCScope(missingOIDCScope.join(" "));
  for (const [indicator, scopes] of Object.entries(missingResourceScopes)) {
    grant.addResourceScope(indicator, scopes.filter((scope) => !withheld.includes(scope)).join(" "));
    grant.rejectResourceScope(indicator, scopes.filter((scope) => withheld.includes(scope)).join(" "));
  }
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

/** Follows redirects with cookies for as long as they stay at the server. */
async function signIn(authorizationUrl: URL, server: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = authorizationUrl;
  while (at.origin === server) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = answer.headers.get("location");
    if (location === null)
      throw new Error(`${at.pathname} answered ${answer.status}: ${await answer.text()}`);
    at = new URL(location, at);
  }
  return at;
}
