import {
  type CallToolResult,
  Client,
  type ElicitRequest,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startedForEach } from "../support/started.ts";
import { connectPrevious, startMcp } from "./mcp-under-test.ts";

const CALL = { name: "chatapp_post_channel", arguments: { channel: "C0GENERAL", text: "Hello" } };
const META = "plumbline/approval-id";

const api = startedForEach(startMcp);
let approver: string;
let close: (() => Promise<void>) | undefined;

beforeEach(async () => {
  const { tenantId } = api.tenant.caller;
  await api.addCredential({ kind: "chatapp_bot", label: "team", token: sampleBotToken });
  await api.call("PUT", "/api/v1/policy", { body: { approval: { [CALL.name]: "always" } } });
  const made = await api.service.tenants.createKey(tenantId, {
    name: "approver",
    scopes: ["approvals:grant"],
  });
  approver = made.key.reveal();
});
afterEach(async () => {
  await close?.();
  close = undefined;
});

/** The official client; `onElicit` is called for each page or form that it is to show. */
async function connect(
  elicitation: Record<string, Record<string, never>> | undefined,
  onElicit: (asked: ElicitRequest["params"]) => Promise<"accept" | "decline" | "cancel"> = async () =>
    "accept",
): Promise<Client> {
  const capabilities = elicitation === undefined ? {} : { elicitation };
  const client = new Client(
    { name: "a test", version: "1" },
    { capabilities, versionNegotiation: { mode: "auto" } },
  );
  if (elicitation)
    client.setRequestHandler("elicitation/create", async ({ params }) => ({
      action: await onElicit(params),
    }));
  const authorization = `Bearer ${api.tenant.apiKey.reveal()}`;
  await client.connect(
    new StreamableHTTPClientTransport(api.mcpUrl, { requestInit: { headers: { authorization } } }),
  );
  close = () => client.close();
  return client;
}

const decide = (id: string, decision: "approve" | "deny") =>
  api.call("POST", `/api/v1/approvals/${id}`, { key: approver, body: { decision } });

/** The result that stands last in the answer, as JSON. */
function resultOf({ content }: CallToolResult): Record<string, unknown> {
  const last = content.at(-1);
  return last?.type === "text" ? JSON.parse(last.text) : {};
}

describe("a call that waits for a person", () => {
  test("opens its page in a client that can, and answers the result once it was approved there", async () => {
    const pages: unknown[] = [];
    const client = await connect({ url: {} }, async (asked) => {
      pages.push(asked.mode);
      const url = asked.mode === "url" ? asked.url : "";
      expect(api.posts()).toBe(0);
      expect((await decide(url.slice(url.lastIndexOf("/") + 1), "approve")).status).toBe(200);
      return "accept";
    });
    const answered = await client.callTool(CALL);
    expect(answered.isError).toBeUndefined();
    expect(resultOf(answered)).toMatchObject({ ok: true, tool: CALL.name });
    expect([pages, api.posts()]).toEqual([["url"], 1]);
  });

  test.each(["accept", "decline"] as const)("is not sent because the client says %s", async (action) => {
    const client = await connect({ url: {} }, async () => action);
    const answered = await client.callTool(CALL);
    expect(answered.isError).toBe(true);
    expect(resultOf(answered)).toMatchObject({ ok: false, error_code: "approval_required" });
    expect(api.posts()).toBe(0);
  });

  test("is denied on the page", async () => {
    const client = await connect({ url: {} }, async (asked) => {
      const url = asked.mode === "url" ? asked.url : "";
      await decide(url.slice(url.lastIndexOf("/") + 1), "deny");
      return "accept";
    });
    expect(resultOf(await client.callTool(CALL))).toMatchObject({ error_code: "approval_denied" });
    expect(api.posts()).toBe(0);
  });

  test.each([
    ["no elicitation", undefined],
    ["forms alone", { form: {} }],
  ])("is a refusal with its link to a client with %s, and its id brings the result", async (_what, has) => {
    const client = await connect(has, async () => expect.unreachable("no form is shown"));
    const answered = await client.callTool(CALL);
    const refused = resultOf(answered);
    expect(refused).toMatchObject({ ok: false, error_code: "approval_required" });
    const id = String(refused.approval_id);
    expect(refused.approve_url).toMatch(new RegExp(`/approve/${id}$`));
    expect(answered.structuredContent).toMatchObject({ approve_url: refused.approve_url });
    expect(answered.content[0]).toMatchObject({ text: expect.stringContaining(`${refused.approve_url}`) });
    await decide(id, "approve");
    const again = await client.callTool({ ...CALL, _meta: { [META]: id } });
    expect(resultOf(again)).toMatchObject({ ok: true, approval_id: id });
    const byModel = await client.callTool({ ...CALL, arguments: { ...CALL.arguments, approval_id: id } });
    expect(resultOf(byModel)).toMatchObject({ ok: true, approval_id: id });
    expect(api.posts()).toBe(1);
    const other = { ...CALL, arguments: { ...CALL.arguments, text: "Another" }, _meta: { [META]: id } };
    await expect(client.callTool(other)).rejects.toThrow("This approval belongs to a different call");
    await expect(client.callTool({ ...CALL, _meta: { [META]: "x" } })).rejects.toThrow("approval_id");
    expect(api.posts()).toBe(1);
  });

  test("still waits after a person changed it, and its id brings what was sent", async () => {
    const client = await connect(undefined);
    const id = String(resultOf(await client.callTool(CALL)).approval_id);
    const body = { decision: "edit", changes: { text: "Hello, all" } };
    const edited = (await api.call("POST", `/api/v1/approvals/${id}`, { key: approver, body })).json.id;
    const again = async () => resultOf(await client.callTool({ ...CALL, _meta: { [META]: id } }));
    expect(await again()).toMatchObject({
      error_code: "approval_required",
      changed_to: edited,
      approve_url: expect.stringContaining(`/approve/${edited}`),
    });
    await decide(String(edited), "approve");
    expect(await again()).toMatchObject({ ok: true, changed: { arguments: { text: "Hello, all" } } });
    expect(api.posts()).toBe(1);
  });

  test("is a refusal with its link to a client of the protocol before", async () => {
    const client = await connectPrevious(api.mcpUrl, api.tenant.apiKey.reveal());
    close = () => client.close();
    expect(resultOf(await client.call(CALL.name, CALL.arguments)).approve_url).toContain("/approve/");
    expect(api.posts()).toBe(0);
  });
});

describe("a call that waits, where the policy says approve_in_client", () => {
  const policy = { approval: { [CALL.name]: "always" }, approve_in_client: true };
  const setPolicy = (body: object) => api.call("PUT", "/api/v1/policy", { body });

  beforeEach(async () => {
    await setPolicy(policy);
  });

  /** Calls the tool, and answers the question that the client is asked. */
  async function answering(action: "accept" | "decline" | "cancel", call = CALL) {
    const questions: string[] = [];
    const client = await connect({ form: {}, url: {} }, async (asked) => {
      questions.push(`${asked.mode ?? "form"}: ${asked.message}`);
      expect(api.posts()).toBe(0);
      return action;
    });
    const answered = await client.callTool(call);
    return { answered, result: resultOf(answered), questions };
  }

  test("is shown whole in the client, and sent when its person accepts", async () => {
    const { result, questions } = await answering("accept");
    expect(result).toMatchObject({ ok: true, tool: CALL.name });
    expect(questions).toEqual([
      expect.stringMatching(/^form: .*account team:.*C0GENERAL.*Hello.*postMessage/s),
    ]);
    expect(api.posts()).toBe(1);
    const { items } = (await api.call("GET", "/api/v1/approvals", { key: approver })).json;
    expect(items).toMatchObject([{ id: result.approval_id, status: "approved" }]);
    const audit = await api.call("GET", "/api/v1/audit");
    expect(audit.text).toContain('"details":{"tool":"chatapp_post_channel","in_client":true}');
  });

  test("is denied when its person declines", async () => {
    expect((await answering("decline")).result).toMatchObject({ error_code: "approval_denied" });
    expect(api.posts()).toBe(0);
  });

  test("waits on when its person closes the question, and says where it is decided", async () => {
    const { answered, result } = await answering("cancel");
    expect(result).toMatchObject({ error_code: "approval_required" });
    expect(answered.content[0]).toMatchObject({
      text: expect.stringContaining(
        `A person can decide at ${api.mcpUrl.origin}/approve/${result.approval_id}`,
      ),
    });
    expect(api.posts()).toBe(0);
  });

  test("has what could hide something written out", async () => {
    const text = "Hello\u202Eolleh\u200B";
    const { questions } = await answering("decline", { ...CALL, arguments: { channel: "C0GENERAL", text } });
    expect(questions[0]).toContain("Hello\\u{202e}olleh\\u{200b}");
  });

  test("opens its page when it is too long to be judged in a question", async () => {
    const text = "word ".repeat(2_000);
    const { questions } = await answering("accept", { ...CALL, arguments: { channel: "C0GENERAL", text } });
    expect(questions).toEqual([expect.stringMatching(/^url: /)]);
    expect(api.posts()).toBe(0);
  });

  test("keeps what somebody decided elsewhere meanwhile", async () => {
    const client = await connect({ form: {} }, async () => {
      const { items } = (await api.call("GET", "/api/v1/approvals", { key: approver })).json;
      await decide(String((items as { id: string }[])[0]?.id), "deny");
      return "accept";
    });
    expect(resultOf(await client.callTool(CALL))).toMatchObject({ error_code: "approval_denied" });
    expect(api.posts()).toBe(0);
  });

  /** Brings back a word that a client made up. */
  async function sayAccept(state: (id: string, fingerprint: string) => string, text = "Hello") {
    const first = await post({});
    const [id = "", fingerprint = ""] = String(Object(first.json.result).requestState).split(".");
    const again = await post({
      arguments: { ...CALL.arguments, text },
      requestState: state(id, fingerprint),
      inputResponses: { decision: { action: "accept", content: {} } },
    });
    return JSON.stringify(again.json);
  }

  function post(params: Record<string, unknown>) {
    const version = "2026-07-28";
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientInfo": { name: "a test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
    };
    return api.call("POST", "/mcp", {
      headers: {
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": version,
        "mcp-method": "tools/call",
        "mcp-name": CALL.name,
      },
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...CALL, ...params, _meta } },
    });
  }

  test("is sent by a word about the very call that was shown, and by no other", async () => {
    expect(await sayAccept((id) => id)).toContain("approval_required");
    expect(await sayAccept((id) => `${id}.${"0".repeat(64)}`)).toContain("approval_required");
    expect(await sayAccept((id, fingerprint) => `${id}.${fingerprint}`, "Another")).toContain(
      "a different call",
    );
    expect(api.posts()).toBe(0);
    expect(await sayAccept((id, fingerprint) => `${id}.${fingerprint}`)).toContain('\\"ok\\":true');
    expect(api.posts()).toBe(1);
  });

  test("is sent by no word of a client once the policy forbids it", async () => {
    const client = await connect({ form: {} }, async () => {
      await setPolicy({ ...policy, approve_in_client: false });
      return "accept";
    });
    expect(resultOf(await client.callTool(CALL))).toMatchObject({ error_code: "approval_required" });
    expect(api.posts()).toBe(0);
  });
});
