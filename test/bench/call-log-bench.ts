import { type CallFilter, CallHistory } from "@plumbline/core/calls/call-history.ts";
import { CallLog } from "@plumbline/core/calls/call-log.ts";
import { CallUsage } from "@plumbline/core/calls/call-usage.ts";
import { systemRandom } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { checkedStores } from "../support/entity-stores.ts";
import { CountingKeyService } from "./counting-key-service.ts";
import { openStoreInTemporaryFolder } from "./temporary-store.ts";

const TENANT = "00000000-0000-4000-8000-000000000001";
const READER = { tenantId: TENANT, keyId: "00000000-0000-4000-8000-000000000002" };
const CALLS = 10_000;
const TIMES = 200;
const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Measures how long a page of the log of calls takes, and usage, for a tenant with 10,000 calls of 30 days.
 * The calls stand alone, as they do where few are made, or in full blocks.
 */
export async function callLogBench(): Promise<void> {
  for (const together of [1, 100]) {
    const { close, ...platform } = await openStoreInTemporaryFolder();
    const clock = new ManualClock("2026-01-01T00:00:00Z");
    const logger = createLogger(() => undefined, clock, "error");
    const { opened } = checkedStores(platform, clock, new CountingKeyService());
    const common = { records: opened.records, vault: opened.vault, clock, days: DAYS + 1 };
    const log = new CallLog({ ...common, random: systemRandom, logger });
    for (let number = 0; number < CALLS; number++) {
      log.record(TENANT, factsOf(number), { json: ARGUMENTS, isCut: false });
      if (number % together === 0) clock.advance((DAYS * DAY_MS * together) / CALLS);
      if (number % 1_000 === 0) await log.flush();
    }
    await log.flush();
    const history = new CallHistory({ ...common, log });
    const usage = new CallUsage({ ...common, log });
    const { items } = await history.list(READER, {}, { limit: 1 });
    const page = (filter: CallFilter) => () => history.list(READER, filter, { limit: 50 });
    const days = { groupedBy: ["day", "tool", "key"] as const, from: "2026-01-01", to: "2026-02-01" };
    console.log(
      `\n${CALLS} calls of a tenant, ${together} in a block: milliseconds, p50 and p95 of ${TIMES}`,
    );
    await show("a page of 50", page({}));
    await show("a page of 50 that one call in 100 fits", page({ outcome: "failed" }));
    await show("a page that no call fits", page({ request_id: "none" }), 20);
    await show("one call with its arguments", () => history.get(READER, items[0]?.id ?? ""));
    await show("usage of 30 days, the first time", () => usage.sum(READER, days), 1);
    await show("usage of 30 days, again", () => usage.sum(READER, days), 20);
    await close();
  }
}

const ARGUMENTS = JSON.stringify({ channel: "C0GENERAL", text: "The build is green. ".repeat(10) });

function factsOf(number: number) {
  return {
    tool: number % 3 === 0 ? "chatapp_dm" : "feed_read",
    outcome: number % 100 === 0 ? ("failed" as const) : ("ok" as const),
    elapsed_ms: number % 1_000,
    attempts: 1,
    key_id: "00000000-0000-4000-8000-00000000000a",
    credential: { id: TENANT, kind: "chatapp_bot", label: "team" },
    request_id: systemRandom.uuid(),
  };
}

async function show(name: string, run: () => Promise<unknown>, times = TIMES): Promise<void> {
  const taken = new Float64Array(times);
  for (let time = 0; time < times; time++) {
    const startedAt = performance.now();
    await run();
    taken[time] = performance.now() - startedAt;
  }
  taken.sort();
  const at = (share: number) => (taken[Math.floor(times * share)] ?? 0).toFixed(1).padStart(9);
  console.log(`${name.padEnd(42)}${at(0.5)}${at(0.95)}`);
}
