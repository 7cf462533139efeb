import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { describe } from "vitest";
import { openMemoryStore } from "../../packages/local/store/open-store.ts";
import { SqliteRecordStore } from "../../packages/local/store/sqlite-record-store.ts";
import { startedForEach } from "../support/started.ts";
import { describeRecordStore } from "./record-store-suite.ts";

const clock = new ManualClock("2026-01-01T00:00:00.000Z");

describe("records in SQLite", () => {
  const opened = startedForEach(() => openMemoryStore(createLogger(() => undefined, clock, "error")));
  describeRecordStore(() => new SqliteRecordStore(opened.store));
});
