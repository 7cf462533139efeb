import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type Connect, connectCurrent, connectPrevious, type McpClient, startMcp } from "./mcp-under-test.ts";

const mcp = startedForFile(() =>
  startMcp(({ feeds, settings }) => ({
    egressAllow: `127.0.0.1:${feeds.port}`,
    endpoints: { chatapp: { baseUrl: settings.CHATAPP_BASE_URL } },
  })),
);

beforeAll(async () => {
  await mcp.addCredential({ kind: "chatapp_bot", label: "team", token: sampleBotToken });
});

describe.each<[string, Connect]>([
  ["current", connectCurrent],
  ["previous", connectPrevious],
])("a client of the %s protocol that names its runs", (protocol, connect) => {
  let client: McpClient;

  beforeAll(async () => {
    client = await connect(mcp.mcpUrl, mcp.tenant.apiKey.reveal());
  });

  afterAll(() => client.close());

  const run = (name: string, allowed?: readonly string[]) => ({
    "plumbline/run-id": `${protocol}-${name}`,
    ...(allowed && { "plumbline/allow-destinations": allowed }),
  });
  const read = (meta: Record<string, unknown>) =>
    client.callWithMeta("feed_read", { url: `${mcp.sandbox.feeds.url}/rss.xml` }, meta);
  const post = (meta: Record<string, unknown>) =>
    client.callWithMeta("chatapp_post_channel", { channel: "C0GENERAL", text: "Hi" }, meta);

  /** Posts, and returns the code of the refusal and how many posts the chat app received. */
  async function posting(meta: Record<string, unknown>) {
    const before = mcp.sandbox.chatapp.requests.length;
    const { content, isError } = await post(meta);
    const told = content.at(-1);
    const result = told?.type === "text" ? JSON.parse(told.text) : {};
    const sent = mcp.sandbox.chatapp.requests.length - before;
    return { code: isError ? result.error_code : "done", sent };
  }

  test("waits with a write after it has read a feed in one run", async () => {
    expect((await read(run("reads"))).isError).not.toBe(true);
    expect(await posting(run("reads"))).toEqual({ code: "approval_required", sent: 0 });
  });

  test("writes where its user allows it, in this call and in later ones", async () => {
    await read(run("allows"));
    expect(await posting(run("allows", ["C0GENERAL"]))).toEqual({ code: "done", sent: 1 });
    expect(await posting(run("allows"))).toEqual({ code: "done", sent: 1 });
  });

  test("asks on about what it has researched in its conversation", async () => {
    const research = (query: string, id: string) =>
      client.callWithMeta(
        "grounded_research",
        { query },
        { "plumbline/conversation-id": `${protocol}-${id}` },
      );
    await research("Who was Grace Hopper?", "asks");
    const { content } = await research("When did she die?", "asks");
    expect(JSON.stringify(content)).toContain("1 January 1992");
    expect((await research("When did she die?", "another")).isError).toBe(true);
  });

  test("writes in another run, and in none", async () => {
    await read(run("first"));
    expect(await posting(run("second"))).toEqual({ code: "done", sent: 1 });
    expect(await posting({})).toEqual({ code: "done", sent: 1 });
  });
});
