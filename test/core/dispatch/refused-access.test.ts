import { startSandbox } from "@plumbline/sandbox";
import { json } from "@plumbline/sandbox/server/reply.ts";
import type { ScriptedReply } from "@plumbline/sandbox/server/script.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { refused } from "../../adapters/adapter-under-test.ts";
import { httpServersOf } from "../../support/http-servers.ts";
import { startedForFile } from "../../support/started.ts";
import { plainCalls } from "../../support/tool-samples.ts";
import { prepareCall, startPreviewUnderTest, type ToolCall } from "./preview/preview-under-test.ts";

const sandbox = startedForFile(startSandbox);
const under = startedForFile(() => startPreviewUnderTest(sandbox));
beforeEach(() => {
  for (const server of httpServers()) server.clear();
});
const httpServers = () => httpServersOf(sandbox);

/** One call for each tool that speaks HTTP to a provider or a receiver, and for each account that it uses. */
const CALLS = plainCalls("provider", "caller_chosen");

/** The barest refusals, in which a provider says nothing of what to do. */
const REFUSALS: [what: string, reply: (status: number) => ScriptedReply][] = [
  ["nothing", (status) => json({}, status)],
  ["an unknown code", (status) => json({ error: { code: "odd", message: "No." }, message: "No." }, status)],
];

describe.each(REFUSALS)("a provider that says %s", (_what, reply) => {
  describe.each([401, 403])("with %i", (status) => {
    test.each(CALLS)("to $title: a next step", async (one) => {
      for (const server of httpServers()) server.scriptAlways("", reply(status));
      const account = one.call.connection;
      const call = await prepareCall(under, sandbox, one);
      const result = refused(await under.make(call));
      expect(result).toMatchObject({ tool: call.tool, error_code: "authentication", attempts: 1 });
      expect(result.next_step).toMatch(/\w.*\.$/);
      if (account === undefined) expect(result).not.toHaveProperty("credential");
      else expect(result.credential).toMatchObject({ label: account });
      if (account !== undefined)
        expect(result.next_step).toMatch(
          new RegExp(
            `"${account}" \\([^()]+\\)[:;] .*"npx --no plumbline credential update [0-9a-f-]{36} --token-stdin"\\.$`,
          ),
        );
    });
  });
});

test("the receiver of a call without a credential is asked, or bearer_token is checked", async () => {
  sandbox.webhook.scriptAlways("", json({}, 401));
  const call = { tool: "http_post_json", args: { url: sandbox.webhook.url, body: {} } };
  expect(refused(await under.make(call)).next_step).toMatch(/^Check bearer_token, .*receiver/);
});

test("the account and its provider are named with the command that stores its token again", async () => {
  sandbox.chatapp.scriptAlways("", json({ ok: false, error: "invalid_auth" }));
  const call = { tool: "chatapp_post_channel", args: { channel: "C0GENERAL", text: "Hello" } };
  expect(refused(await under.make(call)).next_step).toBe(
    `Reconnect "chatapp" (Slack): store a new token with "npx --no plumbline credential update ${under.ids.chatapp} --token-stdin".`,
  );
});

describe("what was refused before the network is no attempt", () => {
  const MAIL = { to: ["grace@example.com"], subject: "Hello", text: "Hello" };
  test.each<[what: string, call: () => Promise<ToolCall>]>([
    [
      "a blocked literal address",
      async () => ({ tool: "http_post_json", args: { url: "http://10.0.0.1/in", body: {} } }),
    ],
    [
      "a feed at a blocked address",
      async () => ({ tool: "rss_subscribe", args: { url: "http://[::1]/feed" } }),
    ],
    [
      "a receiver at a blocked address",
      async () => ({
        tool: "rss_subscribe",
        args: { url: sandbox.feeds.url, deliver_to: "http://169.254.169.254/" },
      }),
    ],
    [
      "two keys for one webhook",
      async () => ({
        tool: "http_post_json",
        args: { url: sandbox.webhook.url, body: {}, bearer_token: "a-token" },
        connection: "webhook",
      }),
    ],
    [
      "a key for another host",
      async () => ({
        tool: "http_post_json",
        args: { url: "https://elsewhere.example/in", body: {} },
        connection: "webhook",
      }),
    ],
    [
      "a mail without a text",
      async () => ({
        tool: "email_send",
        args: { to: ["a@b.example"], subject: "Hello" },
        connection: "mail",
      }),
    ],
    [
      "a filter that cannot be read",
      async () => ({ tool: "email_search", args: { query: "is:nothing" }, connection: "mail" }),
    ],
    [
      "a time span that ends before it begins",
      async () => ({
        tool: "calendar_list_events",
        args: { time_min: "2026-02-02T00:00:00Z", time_max: "2026-02-01T00:00:00Z" },
        connection: "calendar",
      }),
    ],
    [
      "a mail server at a blocked address",
      async () => {
        const metadata = { smtp_host: "10.0.0.1", username: "ada@example.com" };
        const credential_id = await under.connect({
          kind: "generic_api_key",
          label: "Blocked",
          token: "password",
          metadata,
        });
        return { tool: "email_send", args: { ...MAIL, credential_id } };
      },
    ],
    [
      "a mailbox at a blocked address",
      async () => {
        const metadata = { imap_host: "192.168.0.1", username: "ada@example.com" };
        const credential_id = await under.connect({
          kind: "generic_api_key",
          label: "Blocked mailbox",
          token: "password",
          metadata,
        });
        return { tool: "email_search", args: { query: "is:unread", credential_id } };
      },
    ],
  ])("%s", async (_what, call) => {
    expect(refused(await under.make(await call()))).toMatchObject({ error_code: "validation", attempts: 0 });
  });

  test("a mail server that was reached is one", async () => {
    const call = { tool: "email_search", args: { query: "is:unread in:Nowhere" }, connection: "mail" };
    expect(refused(await under.make(call)).attempts).toBe(1);
  });
});
