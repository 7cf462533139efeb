import { createLogger } from "@plumbline/core/log/logger.ts";
import { type OpenStore, openMemoryStore } from "@plumbline/local/store/open-store.ts";
import { SqliteRecordStore } from "@plumbline/local/store/sqlite-record-store.ts";
import { afterEach, beforeEach, describe } from "vitest";
import { ManualClock } from "../support/manual-clock.ts";
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
