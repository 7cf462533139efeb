import { chatappFailure } from "@plumbline/sandbox/chatapp/failures.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { json, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { expect, test } from "vitest";
import { readExposition, sampleValue } from "../../support/exposition.ts";
import { startedForEach } from "../../support/started.ts";
import { startChatappUnderTest } from "../dispatch/chatapp-under-test.ts";

const tool = "chatapp_post_channel";

const under = startedForEach(startChatappUnderTest);

const value = async (name: string, labels: Record<string, string> = {}) =>
  sampleValue(await under.metrics.text(), name, labels);
const calls = async (outcome: string) => await value("plumbline_calls_total", { outcome });

/** Every label value there is but the tenants'. */
const words = async () =>
  [...readExposition(await under.metrics.text()).values()].flatMap(({ samples }) =>
    samples.flatMap(({ labels }) =>
      Object.entries(labels).flatMap(([name, word]) => (name === "tenant_id" || name === "le" ? [] : [word])),
    ),
  );

test("a call that worked is counted with its wait and its time", async () => {
  under.chatapp.script("", json({}, 503));
  await under.post();
  const tenant_id = under.caller.tenantId;
  expect(await value("plumbline_calls_total", { tool, outcome: "ok", tenant_id })).toBe(1);
  expect(await value("plumbline_calls_total")).toBe(1);
  expect(await value("plumbline_call_wait_seconds_total", { tool, tenant_id })).toBeCloseTo(0.6, 9);
  expect(await value("plumbline_call_seconds_sum", { tool })).toBeCloseTo(0.6, 9);
  expect(await value("plumbline_call_seconds_bucket", { tool, le: "0.5" })).toBe(0);
  expect(await value("plumbline_call_seconds_bucket", { tool, le: "1" })).toBe(1);
  expect((await value("plumbline_call_errors_total")) + (await value("plumbline_refusals_total"))).toBe(0);
});

test("a call that failed is counted by its code", async () => {
  under.chatapp.scriptAlways("", json({}, 500));
  await under.post();
  expect([await calls("unknown"), await value("plumbline_calls_total")]).toEqual([1, 1]);
  expect(await value("plumbline_call_errors_total", { tool, error_code: "transient" })).toBe(1);
  expect(await value("plumbline_call_wait_seconds_total")).toBeCloseTo(1.8, 9);
});

test("a call refused before any network is a refusal, and takes no time", async () => {
  await under.post({ credential_id: "no id" });
  expect([await calls("refused"), await value("plumbline_calls_total")]).toEqual([1, 1]);
  expect(await value("plumbline_refusals_total", { tool, error_code: "validation" })).toBe(1);
  expect(await value("plumbline_call_errors_total")).toBe(0);
  expect(await value("plumbline_call_seconds_count")).toBe(0);
});

test("research that refuses is a refusal", async () => {
  await under.service.dispatcher.call(under.caller, "grounded_research", { query: "Who was Ada Lovelace?" });
  const labels = { tool: "grounded_research", error_code: "research_not_configured" };
  expect(await value("plumbline_refusals_total", labels)).toBe(1);
  expect(await value("plumbline_call_errors_total")).toBe(0);
});

test("a write whose outcome is not known is an error and told apart", async () => {
  under.chatapp.script("POST /api/chat.postMessage", resetAfterReading());
  await under.post();
  expect(await calls("unknown")).toBe(1);
  expect(await value("plumbline_call_errors_total", { tool, error_code: "transient" })).toBe(1);
});

test("a preview is no call", async () => {
  await under.service.dispatcher.preview(under.caller, tool, { channel: "C0GENERAL", text: "Hello" });
  expect(await value("plumbline_calls_total")).toBe(0);
});

test("calls side by side are all counted, for the tenant that made them", async () => {
  const other = await under.createTenant("second");
  await under.connect({}, other.caller);
  const { dispatcher } = under.service;
  const made = [under.caller, other.caller].flatMap((caller) =>
    Array.from({ length: 250 }, async () => {
      const result = await dispatcher.call(caller, tool, { channel: "C0GENERAL", text: "Hello" });
      return { tenant_id: caller.tenantId, outcome: result.ok ? "ok" : "refused" };
    }),
  );
  const endings = await Promise.all(made);
  for (const { tenantId: tenant_id } of [under.caller, other.caller])
    for (const outcome of ["ok", "refused"]) {
      const ended = endings.filter((one) => one.tenant_id === tenant_id && one.outcome === outcome).length;
      expect(ended).toBeGreaterThan(0);
      expect(await value("plumbline_calls_total", { tenant_id, outcome })).toBe(ended);
    }
  expect(await value("plumbline_calls_total")).toBe(500);
});

test("nothing that a caller or a provider writes is in any of them", async () => {
  const hostile = 'evil"} 1\nplumbline_calls_total{tool="x\\';
  const { dispatcher } = under.service;
  await expect(dispatcher.call(under.caller, hostile, {})).rejects.toMatchObject({ code: "not_found" });
  await under.post({ text: hostile, channel: hostile });
  await under.post({ [hostile]: hostile });
  await under.post({}, { requestId: hostile });
  under.chatapp.script("", chatappFailure(hostile), json({ ok: false, error: sampleBotToken }, 400));
  await under.post();
  await under.post();
  expect(await under.metrics.text()).not.toMatch(/evil|Hello|C0GENERAL/);
  expect(await under.metrics.text()).not.toContain(sampleBotToken);
  expect(await value("plumbline_calls_total")).toBe(5);
  const known = [tool, "ok", "refused", "failed", "validation", "transient", "authentication"];
  const said = await words();
  expect(said.filter((word) => !known.includes(word))).toEqual([]);
});
