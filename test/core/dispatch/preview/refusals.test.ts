import { startSandbox } from "@plumbline/sandbox";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { afterEach, describe, expect, test } from "vitest";
import { refused } from "../../../adapters/adapter-under-test.ts";
import { startedForFile } from "../../../support/started.ts";
import { expectNothingArrived, startPreviewUnderTest, type ToolCall } from "./preview-under-test.ts";

const sandbox = startedForFile(startSandbox);
const under = startedForFile(() => startPreviewUnderTest(sandbox, { search: {} }));

afterEach(() => expectNothingArrived(sandbox));

/** A preview's refusal, which must be the call's own. How often it was tried is the call's alone. */
async function refusalOfBoth(call: ToolCall) {
  const { elapsed_ms: _one, ...previewed } = refused(await under.preview(call));
  const { elapsed_ms: _other, ...made } = refused(await under.make(call));
  expect(previewed.attempts).toBe(0);
  expect({ ...made, attempts: 0 }).toEqual(previewed);
  return previewed;
}

const POST = { channel: "C0GENERAL", text: "Hello" };
const media = (url: string) => ({ text: "Look", media: [{ url, media_type: "image/png" }] });

describe("bad arguments", () => {
  test.each<[what: string, call: ToolCall, named: string]>([
    ["one nobody knows", { tool: "chatapp_post_channel", args: { ...POST, txet: "" } }, "txet"],
    ["one that is missing", { tool: "chatapp_post_channel", args: { channel: "C0GENERAL" } }, "text"],
    ["of a tool that asks nobody", { tool: "connections_list", args: { all: true } }, "all"],
    ["found by the tool itself", { tool: "chatapp_dm", args: { to: "Ada", text: "Hi" } }, "to"],
    [
      "found by the tool itself, after its parts",
      {
        tool: "calendar_create_event",
        connection: "calendar",
        args: { summary: "Sync", start: "2026-01-02", end: "2026-01-01" },
      },
      "end",
    ],
  ])("%s", async (_what, call, named) => {
    const { error_code, refusal_reason } = await refusalOfBoth(call);
    expect(error_code).toBe("validation");
    expect(refusal_reason).toContain(named);
  });
});

describe("a credential", () => {
  const post = (credential_id: string) =>
    refusalOfBoth({ tool: "chatapp_post_channel", args: { ...POST, credential_id } });

  test("of the wrong kind", async () => {
    expect(await post(under.ids.crm ?? "")).toMatchObject({ error_code: "validation" });
  });

  test("nobody knows", async () => {
    expect(await post("3f0c9b58-64b2-4f6e-9d38-0f8f3a1d2c11")).toMatchObject({
      error_code: "authentication",
    });
  });

  test("of another tenant", async () => {
    const { caller } = await under.createTenant("second");
    const args = { ...POST, credential_id: under.ids.chatapp };
    const { dispatcher } = under.service;
    const previewed = refused(await dispatcher.preview(caller, "chatapp_post_channel", args));
    expect(previewed).toMatchObject({ error_code: "authentication" });
    expect(previewed.refusal_reason).toBe("There is no credential with this id.");
  });

  test("that is revoked", async () => {
    const id = await under.connect({ kind: "chatapp_bot", label: "Gone", token: sampleBotToken });
    await under.service.credentials.revoke(under.caller.tenantId, id);
    expect(await post(id)).toMatchObject({ error_code: "authentication" });
  });

  test("that is needed, and of which several fit", async () => {
    const call = { tool: "social_post:microblog", args: { text: "Hello" } };
    expect((await refusalOfBoth(call)).refusal_reason).toContain("Several credentials match");
  });

  test("that may not be sent to a webhook's host", async () => {
    const args = { url: "https://hooks.example.com/x", body: {} };
    const call = { tool: "http_post_json", connection: "webhook", args };
    expect(await refusalOfBoth(call)).toMatchObject({
      error_code: "validation",
      next_step: expect.any(String),
    });
  });
});

describe("a destination that tells by itself that it is blocked", () => {
  test.each<[what: string, call: ToolCall]>([
    ["a private address", { tool: "http_post_json", args: { url: "https://10.1.2.3/hook", body: {} } }],
    ["a loopback address in disguise", { tool: "http_post_json", args: { url: "http://0x0a.1/", body: {} } }],
    ["an internal name", { tool: "http_post_json", args: { url: "https://db.internal/", body: {} } }],
    ["a scheme", { tool: "http_post_json", args: { url: "file:///etc/passwd", body: {} } }],
    [
      "a password in the URL",
      { tool: "http_post_json", args: { url: "https://a:b@example.com/", body: {} } },
    ],
    ["of a feed", { tool: "rss_subscribe", args: { url: "http://169.254.169.254/latest" } }],
    [
      "of an image",
      { tool: "social_post:microblog", connection: "microblog", args: media("http://192.168.0.1/a.png") },
    ],
  ])("%s", async (_what, call) => {
    expect(await refusalOfBoth(call)).toMatchObject({ error_code: "validation" });
  });
});

test("research that is not configured", async () => {
  const { elapsed_ms: _elapsed, ...refusal } = refused(
    await under.preview({ tool: "grounded_research", args: { query: "Who was Ada Lovelace?" } }),
  );
  expect(refusal).toMatchObject({
    error_code: "research_not_configured",
    attempts: 0,
    result: { ok: false, provider_chain: [] },
  });
});

test("a tool nobody knows is an error of the service", async () => {
  await expect(under.preview({ tool: "nothing", args: {} })).rejects.toMatchObject({ code: "not_found" });
});
