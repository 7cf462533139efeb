import { startWebhook } from "@plumbline/sandbox/webhook/webhook.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { itemsOf, startApi } from "./api-under-test.ts";

const HEADER = "hdr-7f3a-9c1d";
const QUERY = "qry-55aa-77bb";
const BEARER = "bearer-canary-0123456789";
const CANARIES = [HEADER, QUERY, BEARER];

let approver: string;

const receiver = startedForFile(startWebhook);
const api = startedForFile(() => startApi({ egressAllow: `127.0.0.1:${receiver.port}` }));

beforeAll(async () => {
  const made = { name: "approver", scopes: ["approvals:grant" as const] };
  const { key } = await api.service.tenants.createKey(api.tenant.caller.tenantId, made);
  approver = key.reveal();
});

beforeEach(() => receiver.clear());

const post = (tool: string, args: object, more: object = {}) =>
  api.call("POST", `/api/v1/tools/${tool}`, { body: { arguments: args, ...more } });

/** The newest call of the log, with its arguments. */
async function newestCall(): Promise<Record<string, unknown>> {
  const [newest] = itemsOf(await api.call("GET", "/api/v1/calls?limit=1"));
  return (await api.call("GET", `/api/v1/calls/${newest?.id}`)).json;
}

function expectHidden(shown: unknown): void {
  const text = JSON.stringify(shown);
  for (const secret of CANARIES) expect(text).not.toContain(secret);
}

const secretCall = () => ({
  url: `${receiver.url}/hook?api_key=${QUERY}&page=2`,
  headers: { "X-Api-Key": HEADER, "x-trace": "shown" },
  bearer_token: BEARER,
  body: { note: `Sent with ${BEARER}.`, callback: `https://hooks.example.com/in?token=${QUERY}` },
});

/** The arguments of `secretCall` as every record shows them. */
const shownCall = () => ({
  url: `${receiver.url}/hook?api_key=[redacted]&page=2`,
  headers: { "X-Api-Key": "[redacted]", "x-trace": "shown" },
  bearer_token: "[redacted]",
  body: { note: "Sent with [redacted].", callback: "https://hooks.example.com/in?token=[redacted]" },
});

describe("a secret in a header or URL that is named like one", () => {
  test("is shown neither by the log of calls nor by a preview, and is sent as it is", async () => {
    const sent = await post("http_post_json", secretCall());
    expect(sent.json).toMatchObject({ ok: true });
    expect(receiver.requests.at(-1)?.headers).toMatchObject({ "x-api-key": HEADER });
    expect((await newestCall()).arguments).toEqual(shownCall());
    const { json } = await post("http_post_json", secretCall(), { preview: true });
    expectHidden(json);
    const { url, body } = shownCall();
    expect(json).toMatchObject({
      result: { requests: [{ url, body, headers: { "x-api-key": "[redacted]", "x-trace": "shown" } }] },
    });
  });

  test("is not shown by an approval, which sends it whole", async () => {
    await api.call("PUT", "/api/v1/policy", { body: { approval: { http_post_json: "always" } } });
    const waits = await post("http_post_json", secretCall());
    await api.call("PUT", "/api/v1/policy", { body: {} });
    expect(waits.json).toMatchObject({ ok: false, error_code: "approval_required" });
    const path = `/api/v1/approvals/${waits.json.approval_id}`;
    const { json } = await api.call("GET", path, { key: approver });
    expectHidden(json);
    expect(json.arguments).toEqual(shownCall());
    expect(json.destinations).toEqual([
      { kind: "url", value: shownCall().url, last_written_at: null },
      { kind: "header", value: "[redacted]", last_written_at: null },
      { kind: "header", value: "shown", last_written_at: null },
    ]);
    const decided = await api.call("POST", path, { key: approver, body: { decision: "approve" } });
    expect(decided.json).toMatchObject({ status: "approved", result: { ok: true } });
    const [request] = receiver.requests;
    expect(request?.headers).toMatchObject({ "x-api-key": HEADER, authorization: `Bearer ${BEARER}` });
    expect(String(request?.body)).toContain(QUERY);
    expectHidden((await newestCall()).arguments);
  });

  test("is not shown by the reason for which a call waits", async () => {
    await api.call("PUT", "/api/v1/policy", { body: { unnamed_runs_follow_outside_text: true } });
    // What a webhook answers is text from outside.
    await post("http_post_json", secretCall());
    const waits = await post("http_post_json", secretCall());
    await api.call("PUT", "/api/v1/policy", { body: {} });
    expect(waits.json.refusal_reason).toMatch(/^Calls with this key have read outside text/);
    expect(waits.json.refusal_reason).toContain("[redacted] (headers.X-Api-Key)");
    const path = `/api/v1/approvals/${waits.json.approval_id}`;
    const { json } = await api.call("GET", path, { key: approver });
    expect(json.reason).toContain(`${new URL(receiver.url).host} (url)`);
    expect(JSON.stringify(json.destinations)).toContain(shownCall().url);
    expectHidden([waits.json, json]);
  });

  test.each([
    [
      "a password in a URL",
      { url: `http://reader:${QUERY}@127.0.0.1/feed` },
      "http://[redacted]@127.0.0.1/feed",
    ],
    ["a URL without its slashes", { url: `http:reader:${QUERY}@127.0.0.1/` }, "http:[redacted]@127.0.0.1/"],
    [
      "a scheme that is not taken",
      { url: `ftp://reader:${QUERY}@127.0.0.1/` },
      "ftp://[redacted]@127.0.0.1/",
    ],
    [
      "a key in a query",
      { url: `http://10.0.0.1/feed?Api%5fKey=${QUERY}#top` },
      "http://10.0.0.1/feed?Api%5fKey=[redacted]#top",
    ],
    [
      "a key in a fragment",
      { url: `http://10.0.0.1/#access_token=${QUERY}&a=1` },
      "http://10.0.0.1/#access_token=[redacted]&a=1",
    ],
  ])("is not kept of a refused call: %s", async (_what, args, url) => {
    expect((await post("feed_read", args)).json).toMatchObject({ ok: false, error_code: "validation" });
    expect(await newestCall()).toMatchObject({ arguments: { url } });
  });

  test.each([
    ["a list", [`x-api-key: ${HEADER}`]],
    ["a text", `x-api-key: ${HEADER}`],
    ["a header that is no text", { "x-api-key": { value: HEADER } }],
  ])("is not kept of headers that are %s", async (_what, headers) => {
    const refused = await post("http_post_json", { url: "https://hooks.example.com/", body: 1, headers });
    expect(refused.json).toMatchObject({ ok: false, error_code: "validation" });
    expectHidden(await newestCall());
  });

  test("is taken for no secret where its name is an ordinary one", async () => {
    const args = {
      url: `${receiver.url}/hook?keywords=a&author=b&monkey=c`,
      headers: { "x-author": "Ada", "x-monkey": "d" },
      body: { token: "part of what is sent", link: "Read https://example.com/?token=1 please." },
    };
    await post("http_post_json", args);
    expect((await newestCall()).arguments).toEqual(args);
  });
});
