import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { describe } from "vitest";
import { EMBEDDED_KEY_TABLE, EMBEDDED_TABLE, openEmbeddedStore } from "../support/dynalite/embedded-table.ts";
import { checkedStores } from "../support/entity-stores.ts";
import { startedForEach } from "../support/started.ts";
import { describeChats } from "./chat-suite.ts";
import { describeConversations } from "./conversation-suite.ts";
import { describeStores } from "./store-suite.ts";
import { describeWatchStore } from "./watch-store-suite.ts";

describe("the stores on a DynamoDB table", () => {
  const table = startedForEach(openEmbeddedStore);
  const clock = new ManualClock("2026-01-01T00:00:00.000Z");
  const open = () =>
    checkedStores(
      createDynamoStores(
        new TableClient(table.client, EMBEDDED_TABLE),
        new TableClient(table.client, EMBEDDED_KEY_TABLE),
        clock,
      ),
      clock,
    );
  describeStores(open);
  describeChats(open, clock);
  describeConversations(open, clock);
  describeWatchStore(open, clock);
});
