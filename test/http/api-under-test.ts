import { Secret } from "@plumbline/core/access/secret.ts";
import { createApp } from "@plumbline/http/app.ts";
import { readinessRoutes } from "@plumbline/http/endpoints/health.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { metricsRoutes } from "@plumbline/http/endpoints/metrics.ts";
import type { PlatformBindings } from "@plumbline/http/request.ts";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import {
  type ServiceUnderTest,
  type ServiceUnderTestOptions,
  startServiceUnderTest,
  type TestTenant,
} from "../support/service-under-test.ts";

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
  tenant: TestTenant;
  fetch(request: Request, platform?: PlatformBindings): Response | Promise<Response>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** A request that has not been answered yet: for streams. */
  request(method: string, path: string, options?: CallOptions): Request;
  /** Every body answered to `call`. */
  bodies: string[];
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
  const tenant = await under.createTenant("first");
  const operator = await service.tenants.createOperatorKey({ name: "operator" });
  const bodies: string[] = [];
  const request = (method: string, path: string, sent: CallOptions = {}) =>
    requestOf(method, path, tenant, sent);
  return {
    ...under,
    sandbox,
    operatorKey: operator.key.reveal(),
    tenant,
    fetch,
    request,
    async call(method, path, sent = {}) {
      const answer = await readAnswer(await fetch(request(method, path, sent)));
      bodies.push(answer.text);
      return answer;
    },
    bodies,
    async close() {
      await under.close();
      await sandbox.close();
    },
  };
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
