import dns from "node:dns";
import { Socket } from "node:net";
import { startSandbox } from "@plumbline/sandbox";
import { beforeEach, expect, test, vi } from "vitest";
import { succeeded } from "../../../adapters/adapter-under-test.ts";
import { startedForEach } from "../../../support/started.ts";
import { sampleCalls, TOOL_SAMPLES } from "../../../support/tool-samples.ts";
import { prepareCall, startPreviewUnderTest } from "./preview-under-test.ts";

const sandbox = startedForEach(startSandbox);
const under = startedForEach(() => startPreviewUnderTest(sandbox, { endpoints: {} }));
const lookup = vi.spyOn(dns, "lookup");
const connect = vi.spyOn(Socket.prototype, "connect");

beforeEach(async () => {
  lookup.mockClear();
  connect.mockClear();
});

/** Previews each tool's first valid arguments, and each sample call that needs no call before it. */
async function previewAll(): Promise<void> {
  for (const { tool, valid, calls } of TOOL_SAMPLES) {
    const { connection } = Object.values(calls)[0] ?? {};
    const call = { tool, args: valid[0] ?? {}, ...(connection === undefined ? {} : { connection }) };
    succeeded(await under.preview(call));
  }
  for (const one of sampleCalls())
    if (one.call.after === undefined) succeeded(await under.preview(await prepareCall(under, sandbox, one)));
}

test("no name is looked up and no socket opened, whatever is previewed", async () => {
  await previewAll();
  expect(lookup).not.toHaveBeenCalled();
  expect(connect).not.toHaveBeenCalled();
});

test("the spies see what a call does", async () => {
  await under.make({ tool: "rss_subscribe", args: { url: `${sandbox.feeds.url}/rss.xml` } });
  expect(connect).toHaveBeenCalledOnce();
  await under.make({ tool: "chatapp_post_channel", args: { channel: "C0GENERAL", text: "Hi" } });
  expect(lookup).toHaveBeenCalled();
});

test("nothing is stored, and no credential counts as used", async () => {
  // The first preview makes the tenant's data key ready.
  const before = JSON.stringify(await under.allItems());
  await previewAll();
  expect(JSON.stringify(await under.allItems())).toBe(before);
});

test("previews leave room for calls: they are not counted among those in flight", async () => {
  const call = { tool: "chatapp_post_channel", args: { channel: "C0GENERAL", text: "Hi" } };
  const results = await Promise.all(Array.from({ length: 100 }, () => under.preview(call)));
  expect(results.every(({ ok }) => ok)).toBe(true);
});

test("a preview leaves one line, of exactly these fields", async () => {
  const { dispatcher } = under.service;
  const args = { channel: "C0GENERAL", text: "Hi" };
  await dispatcher.preview(under.caller, "chatapp_post_channel", args, { requestId: "request-7" });
  await dispatcher.preview(under.caller, "chatapp_post_channel", {});
  const line = {
    time: "2026-01-01T00:00:00.000Z",
    event: "tool_preview",
    tenant_id: under.caller.tenantId,
    tool: "chatapp_post_channel",
    attempts: 0,
    elapsed_ms: 0,
  };
  expect(under.logged).toEqual([
    {
      ...line,
      level: "info",
      request_id: "request-7",
      credential_id: under.ids.chatapp,
      credential: { id: under.ids.chatapp, kind: "chatapp_bot", label: "chatapp" },
    },
    { ...line, level: "warn", error_code: "validation" },
  ]);
});
