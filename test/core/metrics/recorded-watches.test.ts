import { text } from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, expect, test } from "vitest";
import { feedAnswer, rss, startFeedsUnderTest } from "../../adapters/rss/feeds-under-test.ts";
import { sampleValue } from "../../support/exposition.ts";
import { startedForEach } from "../../support/started.ts";
import { type WatchesUnderTest, watchesUnderTest } from "../../watches/watches-under-test.ts";

let watches: WatchesUnderTest;

const under = startedForEach(startFeedsUnderTest);

beforeEach(async () => {
  watches = watchesUnderTest(under);
  await watches.begin("rss_subscribe", { url: `${under.feeds.url}/rss.xml`, interval_minutes: 1 });
});

const value = async (name: string, labels: Record<string, string> = {}) =>
  sampleValue(await under.metrics.text(), name, labels);
const feed = { wheel: "feed" };

/** The batches' lines of the log. */
const lines = () => under.logged.filter(({ event }) => event === "watch_batch");
const sumOf = (field: string) => lines().reduce((sum, line) => sum + Number(line[field]), 0);
const mostOf = (field: string) => Math.max(...lines().map((line) => Number(line[field])));

test("the metrics of watches and the lines of their batches tell the same", async () => {
  await watches.pass(1);
  under.clock.advance(4 * 60_000);
  under.feeds.script("", feedAnswer(rss("<item><guid>new</guid><title>new</title></item>")));
  await watches.pass(1);
  under.feeds.scriptAlways("", text("", 404));
  await watches.pass(3);
  expect(lines()).toHaveLength(5);
  expect(await value("plumbline_watch_polls_total", feed)).toBe(sumOf("watches"));
  expect(await value("plumbline_watch_events_total", feed)).toBe(sumOf("found"));
  expect(await value("plumbline_watch_failures_total", feed)).toBe(sumOf("failures"));
  expect(await value("plumbline_watch_gaps_total", feed)).toBe(sumOf("gaps"));
  expect([sumOf("found"), sumOf("gaps")]).toEqual([1, 1]);
  expect(await value("plumbline_watch_lag_seconds", feed)).toBe(mostOf("longest_lag_seconds"));
  expect(mostOf("longest_lag_seconds")).toBeGreaterThan(200);
  expect(await value("plumbline_watch_failures_in_a_row", feed)).toBe(mostOf("most_failures_in_a_row"));
  expect(mostOf("most_failures_in_a_row")).toBeGreaterThan(0);
});

test("the lag of watches is reported for at least five and at most ten minutes", async () => {
  under.clock.advance(9 * 60_000);
  await watches.pass(1);
  const lag = await value("plumbline_watch_lag_seconds", feed);
  expect(lag).toBeGreaterThan(500);
  await watches.pass(4);
  expect(await value("plumbline_watch_lag_seconds", feed)).toBe(lag);
  await watches.pass(6);
  expect(await value("plumbline_watch_lag_seconds", feed)).toBe(0);
  expect(await under.metrics.text()).toMatch(/^plumbline_watch_lag_seconds\{/m);
  under.clock.advance(10 * 60_000);
  expect(await under.metrics.text()).not.toMatch(/^plumbline_watch_lag_seconds\{/m);
});

test("a look that worked is a call of no tenant, one that failed of its own", async () => {
  const labels = { tool: "watch_poll:feed" };
  const tenant_id = under.caller.tenantId;
  await watches.pass(2);
  under.feeds.script("", text("", 404));
  await watches.pass(1);
  expect(await value("plumbline_calls_total", { ...labels, outcome: "ok" })).toBe(2);
  expect(await value("plumbline_calls_total", { ...labels, outcome: "ok", tenant_id })).toBe(0);
  expect(await value("plumbline_calls_total", { ...labels, outcome: "failed", tenant_id })).toBe(1);
  expect(await value("plumbline_call_errors_total", { ...labels, tenant_id })).toBe(1);
});
