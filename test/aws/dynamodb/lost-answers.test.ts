import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { hashApiKey } from "@plumbline/core/access/api-keys.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { describe, expect, it } from "vitest";
import { createFirstOperatorKey } from "../../../packages/cli/bootstrap-stage.ts";
import {
  EMBEDDED_KEY_TABLE,
  EMBEDDED_TABLE,
  openEmbeddedStore,
} from "../../support/dynalite/embedded-table.ts";
import { checkedStores } from "../../support/entity-stores.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { startedForFile } from "../../support/started.ts";
import { losingAnswerOf } from "./lost-answer.ts";

const embedded = startedForFile(openEmbeddedStore);
describe("a stage's first operator key", () => {
  it("is made when the answer to its mark was lost, and once", async () => {
    const clock = new ManualClock();
    const options = { clock, random: seededRandom("bootstrap"), name: "Ada", another: false };
    const losing = new TableClient(losingAnswerOf(embedded.client, "OPERATOR"), EMBEDDED_TABLE);
    const table = new TableClient(embedded.client, EMBEDDED_TABLE);
    const keyTable = new TableClient(embedded.client, EMBEDDED_KEY_TABLE);
    const { opened: records } = checkedStores(createDynamoStores(table, keyTable, clock), clock);
    const { keyId, key } = await createFirstOperatorKey({ ...options, records, table: losing });
    const stored = await records.access.findKey(hashApiKey(key));
    expect(stored).toMatchObject({ key_id: keyId, role: "operator" });
    await expect(createFirstOperatorKey({ ...options, records, table })).rejects.toThrow(
      "The first operator key of this stage was created at",
    );
  });
});
