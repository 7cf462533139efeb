import { chatappFailure } from "@plumbline/sandbox/chatapp/failures.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { BASE, startConnect } from "./connect-under-test.ts";

let id: string;

const under = startedForFile(startConnect);

beforeAll(async () => {
  const body = { kind: "chatapp_bot", label: "team", token: sampleBotToken };
  const made = await under.call("POST", "/api/v1/credentials", { body });
  id = String(made.json.id);
  await under.call("POST", `/api/v1/credentials/${id}/test`);
});

async function refused(key?: string): Promise<string> {
  under.sandbox.chatapp.script("", chatappFailure("token_revoked"));
  const call = { arguments: { channel: "C0GENERAL", text: "Hello" } };
  const { json } = await under.call("POST", "/api/v1/tools/chatapp_post_channel", {
    body: call,
    ...(key ? { key } : {}),
  });
  expect(json).toMatchObject({ ok: false, error_code: "authentication" });
  return String(json.next_step);
}

test("a refused credential names account, provider and command, with a link that renews only it", async () => {
  const step = await refused();
  expect(step).toMatch(
    new RegExp(
      `^Reconnect "team" \\(Slack, .+ @ .+\\): run "npx --no plumbline connection link --renew ${id}"`,
    ),
  );
  const [, url = ""] = /(\S+\/connect\/[\w-]{64})$/.exec(step) ?? [];
  const page = await under.browser().go(url.replace("http://plumbline.test", BASE));
  expect(page.text).toContain("Reconnect Slack to first");
  expect(await refused(), "the same link again").toBe(step);
});

test("a key without connections:write gets no link, nor does a model", async () => {
  const path = `/api/v1/tenants/${under.tenant.caller.tenantId}/keys`;
  const body = { name: "caller", scopes: ["tools:call", "agent"] };
  const { json } = await under.call("POST", path, { key: under.operatorKey, body });
  const step = await refused(String(json.api_key));
  expect(step).toContain("npx --no plumbline connection link --renew");
  expect(step).not.toContain("/connect/");
  under.sandbox.chatapp.script("", chatappFailure("token_revoked"));
  const result = await under.service.dispatcher.call(under.tenant.caller, "chatapp_post_channel", {
    channel: "C0GENERAL",
    text: "Hello",
  });
  expect(result).not.toMatchObject({ next_step: expect.stringContaining("/connect/") });
});

test("advice of the provider's own is followed by one sentence that names account, provider and command", async () => {
  under.sandbox.chatapp.script(
    "",
    chatappFailure("missing_scope", { needed: "chat:write", provided: "im:write" }),
  );
  const result = await under.service.dispatcher.call(under.tenant.caller, "chatapp_post_channel", {
    channel: "C0GENERAL",
    text: "Hello",
  });
  const command = `run "npx --no plumbline connection link --renew ${id}"\\.$`;
  expect(result).toMatchObject({
    next_step: expect.stringMatching(
      new RegExp(
        `^Reconnect with the scope chat:write .* The account is "team" \\(Slack, .+\\); to reconnect it, ${command}`,
      ),
    ),
  });
});

test.each([
  ["ended", "ended"],
  ["Ada's team", "'Ada'\\''s team'"],
])(
  "a revoked account is connected anew under its label, since nothing renews it: %s",
  async (label, written) => {
    const body = { kind: "chatapp_bot", label, token: sampleBotToken };
    const made = await under.call("POST", "/api/v1/credentials", { body });
    await under.service.credentials.revoke(under.tenant.caller.tenantId, String(made.json.id));
    const result = await under.service.dispatcher.call(under.tenant.caller, "chatapp_post_channel", {
      credential_id: made.json.id,
      channel: "C0GENERAL",
      text: "Hello",
    });
    expect(result).toMatchObject({
      error_code: "authentication",
      next_step: expect.stringContaining(
        `run "npx --no plumbline connection link --kind chatapp_bot --label ${written}"`,
      ),
    });
  },
);
