import { EmfMetrics } from "@plumbline/aws/metrics/emf-metrics.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startChatappUnderTest } from "../../core/dispatch/chatapp-under-test.ts";
import { startedForEach } from "../../support/started.ts";
import { readEmf } from "./embedded-metric-format.ts";

let clock: ManualClock;
let lines: string[];
let metrics: EmfMetrics;

beforeEach(() => {
  clock = new ManualClock();
  lines = [];
  metrics = new EmfMetrics({ stage: "test", clock, write: (line) => lines.push(line) });
});

const flushed = () => {
  lines.length = 0;
  metrics.flush();
  return lines.map(readEmf);
};

describe("lines", () => {
  test("say when, what and of which stage", () => {
    metrics.add("plumbline_calls_total", { tool: "t", outcome: "ok", tenant_id: "tenant-1" });
    expect(flushed()).toEqual([
      {
        timestamp: clock.now(),
        namespace: "Plumbline",
        dimensions: [["stage", "tool", "outcome"], ["stage"]],
        units: { plumbline_calls_total: "Count" },
        root: expect.objectContaining({
          stage: "test",
          tool: "t",
          outcome: "ok",
          tenant_id: "tenant-1",
          plumbline_calls_total: 1,
        }),
      },
    ]);
  });

  test("are one for each set of dimensions, however often something was counted", () => {
    const tool = "t";
    for (let call = 0; call < 3; call++) {
      metrics.add("plumbline_calls_total", { tool, outcome: "ok", tenant_id: "a" });
      metrics.observe("plumbline_call_seconds", { tool }, call);
      metrics.set("plumbline_watch_lag_seconds", { wheel: "feed" }, call);
      metrics.set("plumbline_watch_silence_seconds", { wheel: "feed" }, 10 * call);
    }
    const [calls, seconds, watches, ...others] = flushed();
    expect(others).toEqual([]);
    expect(calls?.root).toMatchObject({ plumbline_calls_total: 3 });
    expect(seconds).toMatchObject({
      units: { plumbline_call_seconds: "Seconds" },
      root: { plumbline_call_seconds: [0, 1, 2] },
    });
    expect(watches?.root).toMatchObject({
      wheel: "feed",
      plumbline_watch_lag_seconds: [0, 1, 2],
      plumbline_watch_silence_seconds: [0, 10, 20],
    });
  });

  test("tell tenants apart, by a property and no dimension", () => {
    for (const tenant_id of ["a", "b", "a", undefined])
      metrics.add("plumbline_deliveries_total", { outcome: "dead", tenant_id });
    const told = flushed();
    expect(told.map(({ root }) => [root.tenant_id, root.plumbline_deliveries_total])).toEqual([
      ["a", 2],
      ["b", 1],
      [undefined, 1],
    ]);
    for (const { dimensions } of told) expect(dimensions).toEqual([["stage", "outcome"], ["stage"]]);
  });

  test("hold a hundred values each, and none is lost", () => {
    for (let seconds = 0; seconds < 250; seconds++)
      metrics.observe("plumbline_call_seconds", { tool: "t" }, seconds);
    const values = flushed().map(({ root }) => [root.plumbline_call_seconds].flat());
    expect(values.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(values.flat()).toEqual(Array.from({ length: 250 }, (_none, seconds) => seconds));
  });

  test("are written once, and none where nothing was counted", () => {
    metrics.add("plumbline_watch_polls_total", { wheel: "feed" }, 0);
    expect(flushed()).toHaveLength(1);
    expect(flushed()).toEqual([]);
  });

  test.each([
    ["colon in front", ":in", "_in"],
    ["a line feed", "a\nb", "a?b"],
    ["quotes", 'a"b', 'a"b'],
    ["other letters", "Zürich", "Z?rich"],
    ["nothing", "", "?"],
    ["blanks", "  ", "?"],
    ["too much", "x".repeat(2_000), "x".repeat(1_024)],
  ])("make of a dimension with %s one that CloudWatch takes", (_what, model, taken) => {
    metrics.add("plumbline_model_tokens_total", { direction: "in", model }, 1);
    expect(flushed()[0]?.root.model).toBe(taken);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1])("do not hold %d", (amount) => {
    metrics.add("plumbline_model_tokens_total", { direction: "in", model: "m" }, amount);
    metrics.observe("plumbline_call_seconds", { tool: "t" }, amount);
    expect(flushed()).toEqual([]);
  });
});

describe("calls", () => {
  const hostile = 'evil"}\n{"_aws":{}}';
  const under = startedForEach(() => startChatappUnderTest({ metrics: () => metrics }));

  test("of many at once are all told", async () => {
    const results = await Promise.all(Array.from({ length: 150 }, () => under.post()));
    const told = flushed();
    const total = (outcome: string) =>
      told
        .filter(({ root }) => root.outcome === outcome)
        .reduce((sum, { root }) => sum + Number(root.plumbline_calls_total), 0);
    const ok = results.filter((result) => result.ok).length;
    expect([total("ok"), total("refused")]).toEqual([ok, 150 - ok]);
    expect(ok).toBeGreaterThan(0);
    expect(told.flatMap(({ root }) => root.plumbline_call_seconds ?? [])).toHaveLength(ok);
  });

  test("tell nothing that a caller or a provider wrote", async () => {
    await expect(under.service.dispatcher.call(under.caller, hostile, {})).rejects.toThrow();
    await under.post({ text: hostile });
    under.chatapp.script("", json({ ok: false, error: sampleBotToken, detail: hostile }, 400));
    await under.post();
    await under.post({ [hostile]: 1 });
    const told = flushed();
    expect(new Set(told.map(({ root }) => root.outcome ?? "-"))).toEqual(
      new Set(["ok", "failed", "refused", "-"]),
    );
    expect(lines.join("\n")).not.toMatch(/evil|Hello|C0GENERAL|xoxb/);
  });
});
