import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { afterEach, beforeEach, describe } from "vitest";
import { type OpenStore, openMemoryStore, openStore } from "../../packages/local/store/open-store.ts";
import { sqliteStores } from "../../packages/local/store/sqlite-stores.ts";
import { checkedStores } from "../support/entity-stores.ts";
import { describeChats } from "./chat-suite.ts";
import { describeConversations } from "./conversation-suite.ts";
import { describeStores } from "./store-suite.ts";
import { describeWatchStore } from "./watch-store-suite.ts";

const clock = new ManualClock("2026-01-01T00:00:00.000Z");
const logger = createLogger(() => undefined, clock, "error");

describe.each(["memory", "a file"])("the stores of SQLite in %s", (place) => {
  let opened: OpenStore;
  let parent: string;
  beforeEach(async () => {
    parent = mkdtempSync(join(tmpdir(), "plumbline-sqlite-"));
    opened = await (place === "memory" ? openMemoryStore(logger) : openStore(parent, logger));
  });
  afterEach(async () => {
    await opened.close();
    rmSync(parent, { recursive: true });
  });
  const open = () => checkedStores(sqliteStores(opened.store), clock);
  describeStores(open);
  describeChats(open, clock);
  describeConversations(open, clock);
  describeWatchStore(open, clock);
});
