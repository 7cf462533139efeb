import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { listOauthFacts, type OAuthClient, type OAuthClients } from "@plumbline/connections/oauth-client.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import Provider from "oidc-provider";

/** Who signs in, and how they answer when they are asked to agree. */
export interface SigningIn {
  /** `sub`, and what the claims are made of. */
  accountId: string;
  email: string;
  agrees: boolean;
}

/** A real authorization server that plays every provider: PKCE demanded, refresh tokens rotating. */
export interface AuthorizationServer {
  clients: OAuthClients;
  /** Read at each sign-in. */
  person: SigningIn;
  /** Access tokens that stand in place of the server's own, by kind, where a sandbox is to accept them. */
  tokens: Map<string, string>;
  /** Everything that came to the token address: the fields of each request. */
  exchanged: Record<string, string>[];
  close(): Promise<void>;
}

/** `redirectUri`: the only one that is registered. */
export async function startAuthorizationServer(redirectUri: string): Promise<AuthorizationServer> {
  const kinds = listOauthFacts();
  const person: SigningIn = { accountId: "ada-0815", email: "ada@example.com", agrees: true };
  const tokens = new Map<string, string>();
  const exchanged: Record<string, string>[] = [];
  const scopes = [...kinds.values()].flatMap(({ scopes: { always, tools, more = [] } }) => [
    ...always,
    ...Object.values(tools).flat(),
    ...more,
  ]);
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [...kinds].map(([kind, facts]) => ({
      client_id: kind,
      client_secret: `secret-of-${kind}-0123456789`,
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: facts.clientAuth === "basic" ? "client_secret_basic" : "client_secret_post",
    })),
    scopes: [...new Set([...scopes, "extra:scope"])],
    claims: { email: ["email"], profile: ["name", "preferred_username"] },
    conformIdTokenClaims: false,
    pkce: { required: (_context: unknown, { clientId }: { clientId: string }) => kinds.get(clientId)?.pkce },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, email: person.email, name: "", preferred_username: person.email }),
    }),
    // Its own token address is taken by the one that speaks as the providers do.
    routes: { token: "/token-of-the-server" },
    cookies: { keys: ["test"] },
    ttl: { AccessToken: 3600 },
  });
  const answer = provider.callback();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    if (pathname.startsWith("/interaction/")) return interact(request, response);
    if (pathname === "/auth") request.url = `/auth?${withSpaces(searchParams)}`;
    if (pathname === "/token" && request.method === "POST") return exchange(request, response);
    answer(request, response);
  }

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (!person.agrees) return provider.interactionFinished(request, response, { error: "access_denied" });
    if (prompt.name === "login")
      return provider.interactionFinished(request, response, { login: { accountId: person.accountId } });
    const grant = new provider.Grant({ accountId: session?.accountId ?? "", clientId: params.client_id });
    grant.addOIDCScope((prompt.details.missingOIDCScope ?? []).join(" "));
    const grantId = await grant.save();
    return provider.interactionFinished(request, response, { consent: { grantId } });
  }

  /** Takes the one provider's JSON, and puts in the tokens that the sandbox knows. */
  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await read(request);
    const isJson = request.headers["content-type"] === "application/json";
    const fields: Record<string, string> = isJson
      ? JSON.parse(text)
      : Object.fromEntries(new URLSearchParams(text));
    exchanged.push(fields);
    const answered = await fetch(`${url}/token-of-the-server`, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(request.headers.authorization && { authorization: request.headers.authorization }),
      },
      body: new URLSearchParams(fields),
    });
    const body = (await answered.json()) as Record<string, unknown>;
    const kind = fields.client_id ?? clientOf(request.headers.authorization);
    const token = tokens.get(kind);
    if (answered.ok && token !== undefined) {
      body.access_token = token;
      if (typeof body.id_token === "string") body.id_token = boundTo(token, body.id_token);
    }
    response.writeHead(answered.status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  }

  const clients = [...kinds].map(([kind, facts]): [string, OAuthClient] => [
    kind,
    {
      kind,
      id: kind,
      secret: new Secret(`secret-of-${kind}-0123456789`),
      facts: { ...facts, authorizeUrl: `${url}/auth`, tokenUrl: `${url}/token` },
    },
  ]);
  return {
    clients: new Map(clients),
    person,
    tokens,
    exchanged,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The `id_token` with the hash of the access token that comes with it (OpenID Connect Core 1.0, 3.1.3.6). */
function boundTo(token: string, idToken: string): string {
  const [header = "", payload = "", signature = ""] = idToken.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const hash = createHash("sha256").update(token).digest().subarray(0, 16).toString("base64url");
  const changed = Buffer.from(JSON.stringify({ ...claims, at_hash: hash })).toString("base64url");
  return [header, changed, signature].join(".");
}

/** Scopes as this server reads them: in one parameter, with blanks between. */
function withSpaces(query: URLSearchParams): URLSearchParams {
  const scope = [query.get("scope"), query.get("user_scope")].filter((part) => part).join(" ");
  // A provider without scopes still gives the access that its own settings say.
  query.set("scope", scope === "" ? "openid" : scope.replaceAll(",", " "));
  query.delete("user_scope");
  return query;
}

function clientOf(authorization = ""): string {
  const [kind = ""] = Buffer.from(authorization.replace(/^Basic /, ""), "base64")
    .toString()
    .split(":");
  return decodeURIComponent(kind);
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
