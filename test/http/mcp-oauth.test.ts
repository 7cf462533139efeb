import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { type LocalServer, startLocalServer } from "@plumbline/local";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePorts } from "../support/free-ports.ts";
import { type McpAuthorizationServer, startMcpAuthorizationServer } from "./mcp-authorization-server.ts";

const WHO = { name: "a hosted client", version: "1" };
const CALLBACK = "http://127.0.0.1:9/callback";

let folder: string;
let issuer: McpAuthorizationServer;
let server: LocalServer;
let mcpUrl: URL;
const logged: Record<string, unknown>[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-mcp-oauth-"));
  const [port = 0] = await freePorts(1);
  mcpUrl = new URL(`http://127.0.0.1:${port}/mcp`);
  issuer = await startMcpAuthorizationServer(mcpUrl.href);
  const environment = {
    DATA_DIR: folder,
    PORT: String(port),
    AUTH_ISSUER: issuer.url,
    AUTH_AUDIENCE: mcpUrl.href,
  };
  server = await startLocalServer(environment, { logSink: (line) => logged.push(JSON.parse(line)) });
  issuer.claims = { tenant_id: await firstTenant() };
});

afterAll(async () => {
  await server.close();
  await issuer.close();
  rmSync(folder, { recursive: true });
});

async function firstTenant(): Promise<string> {
  const key = readFileSync(join(folder, "operator-key"), "utf8").trim();
  const answer = await fetch(new URL("/api/v1/tenants", mcpUrl), {
    headers: { authorization: `Bearer ${key}` },
  });
  const { items } = (await answer.json()) as { items: { tenant_id: string }[] };
  return items[0]?.tenant_id ?? expect.fail("the first start makes a tenant");
}

/** Keeps what a client needs between the steps of a sign-in. */
function clientMemory() {
  const kept: {
    client?: Parameters<NonNullable<OAuthClientProvider["saveClientInformation"]>>[0];
    tokens?: Parameters<OAuthClientProvider["saveTokens"]>[0];
    verifier?: string;
    found?: Parameters<NonNullable<OAuthClientProvider["saveDiscoveryState"]>>[0];
    authorizationUrl?: URL;
  } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: WHO.name,
      redirect_uris: [CALLBACK],
      grant_types: ["authorization_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (authorizationUrl) => void Object.assign(kept, { authorizationUrl }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier ?? "",
    saveDiscoveryState: (found) => void Object.assign(kept, { found }),
    discoveryState: () => kept.found,
  };
  return { kept, provider };
}

test("a client that knows the URL alone registers, signs in with PKCE for this resource, and calls a tool", async () => {
  const { kept, provider } = clientMemory();
  const first = new StreamableHTTPClientTransport(mcpUrl, { authProvider: provider });
  await expect(new Client(WHO).connect(first)).rejects.toThrow(UnauthorizedError);
  const asked = kept.authorizationUrl ?? expect.fail("the client was led nowhere");
  expect(asked.origin).toBe(issuer.url);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    resource: mcpUrl.href,
    scope: "tools:read tools:call",
    code_challenge_method: "S256",
  });

  const back = await issuer.signIn(asked);
  await first.finishAuth(back.searchParams);

  const client = new Client(WHO);
  await client.connect(new StreamableHTTPClientTransport(mcpUrl, { authProvider: provider }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("connections_list");
  const { content, isError } = await client.callTool({ name: "connections_list", arguments: {} });
  expect(isError ?? false).toBe(false);
  expect(content).toEqual([{ type: "text", text: expect.stringContaining('"ok":true') }]);
  await client.close();
  expect(logged).toContainEqual(
    expect.objectContaining({ event: "request", route: "/mcp", status: 200, key_id: "oidc:ada" }),
  );
});

test("a token that the issuer gave for another resource opens nothing", async () => {
  const { kept, provider } = clientMemory();
  const transport = new StreamableHTTPClientTransport(mcpUrl, { authProvider: provider });
  await expect(new Client(WHO).connect(transport)).rejects.toThrow(UnauthorizedError);
  const asked = kept.authorizationUrl ?? expect.fail("the client was led nowhere");
  issuer.resource = "https://other.example/mcp";
  asked.searchParams.set("resource", issuer.resource);
  const { code = "" } = Object.fromEntries((await issuer.signIn(asked)).searchParams);
  const exchanged = await fetch(`${issuer.url}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: kept.client?.client_id ?? "",
      redirect_uri: CALLBACK,
      code_verifier: kept.verifier ?? "",
      code,
    }),
  });
  const { access_token } = (await exchanged.json()) as { access_token: string };
  issuer.resource = mcpUrl.href;
  const refused = await fetch(mcpUrl, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}` },
    body: "{}",
  });
  expect(refused.status).toBe(401);
  expect(refused.headers.get("www-authenticate")).toContain("This token is not for this service (aud).");
});
