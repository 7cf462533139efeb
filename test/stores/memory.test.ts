import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { PlatformStores } from "@plumbline/service/entity-stores.ts";
import { describe } from "vitest";
import { checkedStores } from "../support/entity-stores.ts";
import { MemoryLabelClaims } from "../support/memory-label-claims.ts";
import { MemoryRecordStore } from "../support/memory-record-store.ts";
import { describeChats } from "./chat-suite.ts";
import { describeConversations } from "./conversation-suite.ts";
import { describeStores } from "./store-suite.ts";

describe("the stores in memory", () => {
  const clock = new ManualClock("2026-01-01T00:00:00.000Z");
  const open = () => {
    const platform = { records: new MemoryRecordStore(), labelClaims: new MemoryLabelClaims() };
    // The watches have no store in memory.
    return checkedStores(platform as unknown as PlatformStores, clock);
  };
  describeChats(open, clock);
  describeConversations(open, clock);
  describeStores(open);
});
