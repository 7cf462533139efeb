import { describe } from "vitest";
import { MemoryRecordStore } from "../support/memory-record-store.ts";
import { describeRecordStore } from "./record-store-suite.ts";

describe("records in memory", () => {
  describeRecordStore(() => new MemoryRecordStore());
});
