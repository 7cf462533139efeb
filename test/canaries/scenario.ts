import type { OAuthKind } from "@plumbline/sandbox/oauth/oauth-kinds.ts";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { bodyOf, json, type Message } from "@plumbline/sandbox/server/reply.ts";
import type { WatchedServer } from "./watched-server.ts";

const HOOK = "http_post_json";

/** Makes a tenant with a key, then another key, and uses them until one is refused. */
export async function useKeys(server: WatchedServer): Promise<void> {
  const key = server.operatorKey;
  const shows = (answer: string) => [["API key", first(answer, /plk_[\w-]+/)]] as const;
  const made = await server.call("POST /api/v1/tenants", { key, body: { name: "Acme" }, shows });
  const tenant = `/api/v1/tenants/${made.json.tenant_id}`;
  const second = await server.call(`POST ${tenant}/keys`, { key, body: { name: "second" }, shows });
  await server.call("GET /api/v1/tools", { key: String(second.json.api_key) });
  await server.call(`GET ${tenant}/keys`, { key });
  await server.call("GET /api/v1/tenants", { key });
  await server.call("GET /api/v1/tools", { key });
  const session = await server.call("POST /api/v1/sessions", {
    key: String(made.json.api_key),
    body: { ttl_seconds: 600, end_user: "user-42" },
    shows: (answer) => [["session token", first(answer, /pls_[\w-]+/)]],
  });
  await server.call("GET /api/v1/tools", { key: String(session.json.session_token) });
  await server.call(`POST ${tenant}/data-key/rotate`, { key });
  await server.call(`POST ${tenant}/data-key/rewrap`, { key, body: {} });
  await server.call(`DELETE ${tenant}/keys/${second.json.key_id}`, { key });
  await server.call("GET /api/v1/tools", { key: String(second.json.api_key) });
}

/** Sends secrets of a caller: stored, used, changed and refused; and the argument of a tool. */
export async function useSentSecrets(server: WatchedServer): Promise<void> {
  const { canaries, sandbox } = server;
  const stored = {
    kind: "generic_api_key",
    label: "hook",
    metadata: { allowed_hosts: [sandbox.webhook.url] },
  };
  const token = canaries.make("createCredential token");
  const { json: made } = await server.call("POST /api/v1/credentials", { body: { ...stored, token } });
  const call = { url: `${sandbox.webhook.url}/hook`, body: { n: 1 } };
  const withCredential = { body: { arguments: { ...call, credential_id: made.id } } };
  const byHand = { ...call, bearer_token: canaries.make(`${HOOK} bearer_token`) };
  const tools = `POST /api/v1/tools/${HOOK}`;
  const headers = { "idempotency-key": "canary-1" };
  await server.call(tools, withCredential);
  await server.call(tools, { body: { arguments: byHand }, headers });
  await server.call(tools, { body: { arguments: byHand }, headers });
  await server.call(tools, { body: { arguments: byHand, preview: true } });
  await server.call(tools, { body: { arguments: { ...byHand, url: 7 } } });
  await server.call(`POST /api/v1/tools/${HOOK}s`, { body: { arguments: byHand } });
  const changed = canaries.make("changeCredential token");
  await server.call(`PATCH /api/v1/credentials/${made.id}`, { body: { token: changed } });
  await server.call(tools, withCredential);
  await server.call(tools, { body: { ...withCredential.body, preview: true } });
  // Refused as a whole: a secret in the wrong place is not repeated either.
  await server.call("POST /api/v1/credentials", { body: { ...stored, token: [token], extra: token } });
  await server.call("POST /api/v1/credentials", { body: { ...stored, token } });
  await renewWithSentTokens(server);
}

/** Sends refresh tokens, which are used as the access token beside each has ended. */
async function renewWithSentTokens(server: WatchedServer): Promise<void> {
  const { canaries } = server;
  const ended = new Date(Date.now() - 60_000).toISOString();
  const body = {
    kind: "notes",
    label: "sent notes",
    token: canaries.make("createCredential token"),
    refresh_token: canaries.make("createCredential refresh_token"),
    expires_at: ended,
  };
  const { json: made } = await server.call("POST /api/v1/credentials", { body });
  const path = `/api/v1/credentials/${made.id}`;
  await server.call(`POST ${path}/test`);
  const again = {
    token: canaries.make("changeCredential token"),
    refresh_token: canaries.make("changeCredential refresh_token"),
    expires_at: ended,
  };
  await server.call(`PATCH ${path}`, { body: again });
  await server.call(`POST ${path}/test`);
  await server.call(`DELETE ${path}`);
}

/** Connects an account of every kind, at a link; then uses, ends and renews its tokens. */
export async function connectAccounts(server: WatchedServer, kinds: readonly OAuthKind[]): Promise<void> {
  keepIssuedSecrets(server);
  for (const kind of kinds) {
    const id = await connectAtLink(server, kind);
    await server.call(`POST /api/v1/credentials/${id}/test`);
    server.sandbox.oauth.tokens.endAccess(kind);
    await server.call(`POST /api/v1/credentials/${id}/test`);
  }
  const shows = (answer: string) => [["connect link", first(answer, /\/connect\/([\w-]{64})/)]] as const;
  await server.call("POST /api/v1/connections/crm", { body: { label: "another crm" }, shows });
  await server.call("GET /api/v1/connections");
}

/** Connects an account as a person does; returns the credential's id. */
async function connectAtLink(server: WatchedServer, kind: OAuthKind): Promise<string> {
  const link = await server.call(`POST /api/v1/connections/${kind}`, {
    body: { label: `linked ${kind}`, link: true },
    shows: (answer) => [["connect link", first(answer, /\/connect\/([\w-]{64})/)]],
  });
  const path = new URL(String(link.json.connect_url)).pathname;
  await server.call(`GET ${path}`);
  const [, , linkToken = ""] = path.split("/");
  // The browser keeps the link in its cookie, so that a later page can offer to try again.
  const showsLink = () => [["connect link", linkToken]] as const;
  const begun = await server.call(`POST ${path}`, {
    shows: (answer) => [
      ...showsLink(),
      ["connect state", first(answer, /[?&]state=([\w-]{64})/)],
      ["connect cookie", first(answer, /plumbline_connect_\w+=([\w-]+)\./)],
    ],
  });
  const cookie = begun.headers.get("set-cookie")?.split(";")[0] ?? "";
  const form = new URLSearchParams({ decision: "allow" });
  const page = begun.headers.get("location") ?? "";
  const agreed = await fetch(page, { method: "POST", body: form, redirect: "manual" });
  const back = new URL(agreed.headers.get("location") ?? "");
  server.canaries.add("authorization code", back.searchParams.get("code") ?? "");
  await server.call(`GET ${back.pathname}${back.search}`, { headers: { cookie } });
  // Once more: the page that says so repeats nothing of the address.
  await server.call(`GET ${back.pathname}${back.search}`, { headers: { cookie }, shows: showsLink });
  const { json: list } = await server.call("GET /api/v1/credentials?limit=100");
  const made = (list.items as { id: string; label: string }[]).find(
    ({ label }) => label === `linked ${kind}`,
  );
  if (!made) throw new Error(`${kind} was not connected`);
  return made.id;
}

/** Notes what passes between the service and the authorization servers. */
function keepIssuedSecrets({ sandbox, canaries }: WatchedServer): void {
  sandbox.oauth.scriptAlways("POST", async (request, handle) => {
    const answer = await handle(request);
    if (!request.path.endsWith("/token")) return answer;
    const verifier = /"?code_verifier"?[=:]"?([\w.~-]{43,})/.exec(request.text)?.[1];
    if (verifier !== undefined) canaries.add("connect verifier", verifier);
    for (const [, name = "", value = ""] of bodyOf(answer as Message)
      .toString()
      .matchAll(/"(access_token|refresh_token|id_token)":"([^"]+)"/g))
      canaries.add(`issued ${name}`, value);
    return answer;
  });
}

/** Makes a watch with a receiver: events, deliveries, a test delivery and two signing secrets. */
export async function watchFeed(server: WatchedServer): Promise<void> {
  const { feeds, webhook } = server.sandbox;
  const source = { type: "feed", url: `${feeds.url}/rss.xml`, since: "2025-11-01" };
  const shows = (answer: string) => {
    const secret = first(answer, /whsec_([\w+/=]+)/);
    return [["signing secret", secret]] as const;
  };
  const body = { ...source, deliver_to: `${webhook.url}/watch` };
  const { json: watch } = await server.call("POST /api/v1/watches", { body });
  const path = `/api/v1/watches/${watch.id}`;
  await server.call(`POST ${path}/secret`, { shows });
  await server.call(`POST ${path}/secret`, { shows });
  await server.call(`POST ${path}/deliveries`);
  await server.call(`POST ${path}/replay`, { body: { since: "2020-01-01T00:00:00Z", which: "all" } });
  await webhook.waitForRequests(1, "POST /watch");
  for (const page of ["", "/events", "/deliveries"]) await server.call(`GET ${path}${page}`);
  for (const { text, path: at } of webhook.requests)
    if (at === "/watch") server.outputs.push(["delivery", text]);
}

/** Lets a call with a secret argument wait for a person, who approves it, in a run that is traced. */
export async function approveCall(server: WatchedServer): Promise<void> {
  const { canaries, sandbox, operatorKey } = server;
  const tenants = await server.call("GET /api/v1/tenants", { key: operatorKey });
  const local = (tenants.json.items as { tenant_id: string; name: string }[]).find(
    (one) => one.name === "local",
  );
  const made = await server.call(`POST /api/v1/tenants/${local?.tenant_id}/keys`, {
    key: operatorKey,
    body: { name: "approver", scopes: ["approvals:grant"] },
    shows: (answer) => [["API key", first(answer, /plk_[\w-]+/)]],
  });
  const key = String(made.json.api_key);
  const headers = { "x-run-id": "canary-run" };
  const feed = { arguments: { url: `${sandbox.feeds.url}/rss.xml` } };
  await server.call("POST /api/v1/tools/rss_subscribe", { body: feed, headers });
  await server.call("PUT /api/v1/policy", { body: { approval: { [HOOK]: "always" } } });
  const bearer_token = canaries.make(`${HOOK} bearer_token`);
  const body = { arguments: { url: `${sandbox.webhook.url}/approved`, body: { n: 3 }, bearer_token } };
  const waits = await server.call(`POST /api/v1/tools/${HOOK}`, { body, headers });
  const path = `/api/v1/approvals/${waits.json.approval_id}`;
  for (const at of ["/api/v1/approvals", path, `/approve/${waits.json.approval_id}`])
    await server.call(`GET ${at}`, { key });
  await server.call(`POST ${path}`, { key, body: { decision: "approve" } });
  await server.call(`GET ${path}`, { key });
  await server.call("PUT /api/v1/policy", { body: {} });
}

/** Uses the keys of the model and of the search backends. */
export async function askModelAndSearch(server: WatchedServer): Promise<void> {
  const prompt = "Who was Ada Lovelace?";
  await server.call("POST /api/v1/autonomy/research/complete", { body: { prompt } });
  const messages = [{ role: "user", content: "Write a limerick about a teapot." }];
  await server.call("POST /api/v1/agent/stream", { body: { messages } });
}

/** Lets every provider answer with an error that repeats its request, and uses each secret again. */
export async function failWithEchoes(server: WatchedServer): Promise<void> {
  const { sandbox } = server;
  const echo = (request: RecordedRequest) => json(echoed(request), 400);
  for (const one of Object.values(sandbox))
    if (typeof one === "object" && "scriptAlways" in one) one.scriptAlways("", echo);
  const { json: list } = await server.call("GET /api/v1/credentials?limit=100");
  for (const { id } of list.items as { id: string }[]) {
    await server.call(`POST /api/v1/credentials/${id}/test`);
    await server.call(`GET /api/v1/credentials/${id}`);
  }
  const input = { url: `${sandbox.webhook.url}/hook`, body: { n: 2 } };
  const credentials = list.items as { id: string; label: string }[];
  const credential_id = credentials.find(({ label }) => label === "hook")?.id;
  await server.call(`POST /api/v1/tools/${HOOK}`, { body: { arguments: { ...input, credential_id } } });
  const bearer_token = server.canaries.make(`${HOOK} bearer_token`);
  await server.call(`POST /api/v1/tools/${HOOK}`, { body: { arguments: { ...input, bearer_token } } });
  await askModelAndSearch(server);
  // One stays, so that the store is searched with its tokens in it.
  for (const { id, label } of credentials)
    if (label !== "linked crm") await server.call(`DELETE /api/v1/credentials/${id}`);
}

/** Reads what tells operators and tenants how the service does. */
export async function readReports(server: WatchedServer): Promise<void> {
  const operator = { key: server.operatorKey };
  for (const path of ["/healthz", "/readyz", "/openapi.json", "/docs"]) await server.call(`GET ${path}`);
  await server.call("GET /metrics", operator);
  await server.call("GET /api/v1/audit/operators", operator);
  await server.call("GET /api/v1/audit?limit=100");
  const { json: calls } = await server.call("GET /api/v1/calls?limit=100");
  for (const { id } of calls.items as { id: string }[]) await server.call(`GET /api/v1/calls/${id}`);
  await server.call("GET /api/v1/usage?group=day,tool,key");
  await server.run("doctor");
  await server.run("credential", "list");
  await server.run("connection", "list");
  await server.run("watch", "list");
  await server.run("audit-log", "list");
  await server.run("calls", "list");
  await server.run("usage");
  await server.run("export");
  await server.run("export", "--tenant", "local");
}

/** An unkind provider's error: the whole request, in its own words. */
function echoed({ method, path, query, headers, text }: RecordedRequest): Record<string, unknown> {
  const said = `${method} ${path}?${query} ${Object.values(headers).join(" ")} ${text}`;
  return { ok: false, error: said, error_description: said, message: said, detail: { said, headers } };
}

function first(text: string, pattern: RegExp): string {
  const found = pattern.exec(text);
  if (!found) throw new Error(`The answer has nothing that fits ${pattern}: ${text}`);
  return found[1] ?? found[0];
}
