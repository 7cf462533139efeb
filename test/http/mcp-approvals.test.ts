import {
  type CallToolResult,
  Client,
  type ElicitRequest,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connectPrevious, type McpUnderTest, startMcp } from "./mcp-under-test.ts";

const CALL = { name: "chatapp_post_channel", arguments: { channel: "C0GENERAL", text: "Hello" } };
const META = "plumbline/approval-id";

let api: McpUnderTest;
let approver: string;
let close: (() => Promise<void>) | undefined;

beforeEach(async () => {
  api = await startMcp();
  const { tenantId } = api.tenant.caller;
  const body = { kind: "chatapp_bot", label: "team", token: sampleBotToken };
  await api.call("POST", "/api/v1/credentials", { body });
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
  await api.close();
});

/** The official client; `onElicit` is called for each page or form that it is to show. */
async function connect(
  elicitation: Record<string, Record<string, never>> | undefined,
  onElicit: (asked: ElicitRequest["params"]) => Promise<"accept" | "decline"> = async () => "accept",
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
const posts = () =>
  api.sandbox.chatapp.requests.filter(({ path }) => path.endsWith("/chat.postMessage")).length;

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
      expect(posts()).toBe(0);
      expect((await decide(url.slice(url.lastIndexOf("/") + 1), "approve")).status).toBe(200);
      return "accept";
    });
    const answered = await client.callTool(CALL);
    expect(answered.isError).toBeUndefined();
    expect(resultOf(answered)).toMatchObject({ ok: true, tool: CALL.name });
    expect([pages, posts()]).toEqual([["url"], 1]);
  });

  test.each(["accept", "decline"] as const)("is not sent because the client says %s", async (action) => {
    const client = await connect({ url: {} }, async () => action);
    const answered = await client.callTool(CALL);
    expect(answered.isError).toBe(true);
    expect(resultOf(answered)).toMatchObject({ ok: false, error_code: "approval_required" });
    expect(posts()).toBe(0);
  });

  test("is denied on the page", async () => {
    const client = await connect({ url: {} }, async (asked) => {
      const url = asked.mode === "url" ? asked.url : "";
      await decide(url.slice(url.lastIndexOf("/") + 1), "deny");
      return "accept";
    });
    expect(resultOf(await client.callTool(CALL))).toMatchObject({ error_code: "approval_denied" });
    expect(posts()).toBe(0);
  });

  test.each([
    ["no elicitation", undefined],
    ["forms alone", { form: {} }],
  ])("is a refusal with its link to a client with %s, and its id brings the result", async (_what, has) => {
    const client = await connect(has, async () => expect.unreachable("no form is shown"));
    const refused = resultOf(await client.callTool(CALL));
    expect(refused).toMatchObject({ ok: false, error_code: "approval_required" });
    const id = String(refused.approval_id);
    expect(refused.approve_url).toMatch(new RegExp(`/approve/${id}$`));
    await decide(id, "approve");
    const again = await client.callTool({ ...CALL, _meta: { [META]: id } });
    expect(resultOf(again)).toMatchObject({ ok: true, approval_id: id });
    expect(posts()).toBe(1);
    const other = { ...CALL, arguments: { ...CALL.arguments, text: "Another" }, _meta: { [META]: id } };
    await expect(client.callTool(other)).rejects.toThrow("This approval is of another call");
    await expect(client.callTool({ ...CALL, _meta: { [META]: "x" } })).rejects.toThrow(META);
    expect(posts()).toBe(1);
  });

  test("is a refusal with its link to a client of the protocol before", async () => {
    const client = await connectPrevious(api.mcpUrl, api.tenant.apiKey.reveal());
    close = () => client.close();
    expect(resultOf(await client.call(CALL.name, CALL.arguments)).approve_url).toContain("/approve/");
    expect(posts()).toBe(0);
  });
});
