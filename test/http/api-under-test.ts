import { Secret } from "@plumbline/core/access/secret.ts";
import { createApp } from "@plumbline/http/app.ts";
import { metricsRoutes, readinessRoutes } from "@plumbline/http/endpoints/health.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import type { PlatformBindings } from "@plumbline/http/request.ts";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { sampleChatWorkspace } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeEach } from "vitest";
import { httpServersOf } from "../support/http-servers.ts";
import {
  type ServiceUnderTest,
  type ServiceUnderTestOptions,
  startServiceUnderTest,
  type TestTenant,
} from "../support/service-under-test.ts";
import { startedForFile } from "../support/started.ts";

/** One answer, read to its end. `json` is empty where the body is not a JSON object. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
}

export interface CallOptions {
  /** The API key; the first tenant's when left out, none when `null`. */
  key?: string | null;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  raw?: string | Uint8Array | ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
}

/** The HTTP API over a service on an in-memory store, in front of the sandbox; time moves only when told. */
export interface ApiUnderTest extends ServiceUnderTest {
  sandbox: Sandbox;
  operatorKey: string;
  /** The tenant of every call without a key. A test may replace it with a new one. */
  tenant: TestTenant;
  fetch(request: Request, platform?: PlatformBindings): Response | Promise<Response>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Calls a tool. `more` are further fields of the body. */
  callTool(name: string, args: unknown, options?: CallOptions, more?: object): Promise<Answer>;
  /** Stores a credential and returns its ID. */
  addCredential(input: Record<string, unknown>, key?: string): Promise<string>;
  /** Creates a key of the tenant. */
  newKey(input?: Record<string, unknown>): Promise<NewKey>;
  /** Creates a session and returns its token. */
  newSession(body?: Record<string, unknown>, key?: string): Promise<string>;
  setPolicy(policy: object): Promise<Answer>;
  /** Counts the messages that the chat app was sent. */
  posts(): number;
  /** A request that has not been answered yet: for streams. */
  request(method: string, path: string, options?: CallOptions): Request;
  /** Every body answered to `call`. */
  bodies: string[];
}

export interface NewKey {
  key: string;
  id: string;
  /** The path at which the operator revokes it. */
  path: string;
}

/** `options` may be made from the sandbox, where they name its servers. */
export async function startApi(
  options: ServiceUnderTestOptions | ((sandbox: Sandbox) => ServiceUnderTestOptions) = {},
): Promise<ApiUnderTest> {
  const sandbox = await startSandbox();
  const { settings } = sandbox;
  const under = await startServiceUnderTest({
    endpoints: { chatapp: { baseUrl: settings.CHATAPP_BASE_URL } },
    search: {
      a: { apiKey: new Secret(settings.SEARCH_A_API_KEY), baseUrl: settings.SEARCH_A_BASE_URL },
      b: { apiKey: new Secret(settings.SEARCH_B_API_KEY), baseUrl: settings.SEARCH_B_BASE_URL },
    },
    ...(typeof options === "function" ? options(sandbox) : options),
  });
  const { service } = under;
  const app = createApp(
    service,
    [...createRoutes(service), ...metricsRoutes(under.metrics), ...readinessRoutes(async () => [])],
    under.metrics,
  );
  const fetch = (request: Request, platform?: PlatformBindings) =>
    app.fetch(request, { baseUrl: "http://plumbline.test", ...platform });
  const operatorKey = (await service.tenants.createOperatorKey({ name: "operator" })).key.reveal();
  const bodies: string[] = [];
  const api: ApiUnderTest = {
    ...under,
    sandbox,
    operatorKey,
    tenant: await under.createTenant("first"),
    fetch,
    request: (method, path, sent = {}) => requestOf(method, path, api.tenant, sent),
    async call(method, path, sent = {}) {
      const answer = await readAnswer(await fetch(api.request(method, path, sent)));
      bodies.push(answer.text);
      return answer;
    },
    callTool: (name, args, sent = {}, more = {}) =>
      api.call("POST", `/api/v1/tools/${name}`, { body: { arguments: args, ...more }, ...sent }),
    async addCredential(input, key) {
      const body = { label: "Connection", ...input };
      const answer = await api.call("POST", "/api/v1/credentials", { body, ...(key && { key }) });
      if (answer.status !== 201) throw new Error(answer.text);
      return String(answer.json.id);
    },
    async newKey(input = {}) {
      const path = `/api/v1/tenants/${api.tenant.caller.tenantId}/keys`;
      const body = { name: "a key", ...input };
      const { status, json, text } = await api.call("POST", path, { key: operatorKey, body });
      if (status !== 201) throw new Error(text);
      return { key: String(json.api_key), id: String(json.key_id), path: `${path}/${json.key_id}` };
    },
    async newSession(input = {}, key) {
      const body = { ttl_seconds: 600, ...input };
      const { status, json, text } = await api.call("POST", "/api/v1/sessions", {
        body,
        ...(key && { key }),
      });
      if (status !== 201) throw new Error(text);
      return String(json.session_token);
    },
    setPolicy: (body) => api.call("PUT", "/api/v1/policy", { body }),
    posts: () => sandbox.chatapp.requests.filter(({ path }) => path.endsWith("/chat.postMessage")).length,
    bodies,
    async close() {
      await under.close();
      await sandbox.close();
    },
  };
  return api;
}

/** Starts an API for a file. Each test has a new tenant, and servers that have been asked nothing. */
export function startedWithTenants<Api extends ApiUnderTest>(start: () => Promise<Api>): Api {
  const api = startedForFile(start);
  beforeEach(async () => {
    const { sandbox, logged } = api;
    const { model, searchA, searchB } = sandbox;
    for (const server of [...httpServersOf(sandbox), model, searchA, searchB]) server.clear();
    const { tokens, messages } = sandbox.chatapp.workspace;
    tokens.clear();
    for (const [token, holder] of sampleChatWorkspace().tokens) tokens.set(token, holder);
    messages.length = 0;
    logged.length = 0;
    api.tenant = await api.createTenant("one test");
  });
  return api;
}

function requestOf(method: string, path: string, tenant: TestTenant, sent: CallOptions): Request {
  const {
    key = tenant.apiKey.reveal(),
    body,
    raw = body === undefined ? undefined : JSON.stringify(body),
  } = sent;
  const headers = new Headers(raw === undefined ? {} : { "content-type": "application/json" });
  if (key !== null) headers.set("authorization", `Bearer ${key}`);
  for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, value);
  const init: RequestInit = { method, headers };
  if (raw !== undefined) init.body = raw;
  if (raw instanceof ReadableStream) init.duplex = "half";
  return new Request(`http://plumbline.test${path}`, init);
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: objectOf(text) };
}

function objectOf(text: string): Record<string, unknown> {
  if (!text.startsWith("{")) return {};
  return JSON.parse(text);
}

/** The items of a list's answer. */
export function itemsOf({ json }: Answer): Record<string, unknown>[] {
  return Array.isArray(json.items) ? json.items : [];
}
