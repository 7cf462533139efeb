import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { afterEach, beforeEach, describe } from "vitest";
import { type OpenStore, openMemoryStore } from "../../packages/local/store/open-store.ts";
import { SqliteRecordStore } from "../../packages/local/store/sqlite-record-store.ts";
import { describeRecordStore } from "./record-store-suite.ts";

const clock = new ManualClock("2026-01-01T00:00:00.000Z");

describe("records in SQLite", () => {
  let opened: OpenStore;
  beforeEach(async () => {
    opened = await openMemoryStore(createLogger(() => undefined, clock, "error"));
  });
  afterEach(() => opened.close());
  describeRecordStore(() => new SqliteRecordStore(opened.store));
});
