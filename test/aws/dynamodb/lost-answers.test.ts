import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { hashApiKey } from "@plumbline/core/access/api-keys.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
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
import { uncheckedCredentials } from "../../support/unchecked-credentials.ts";
import { losingAnswerOf } from "./lost-answer.ts";
import { sampleCredential } from "./sample-records.ts";

const embedded = startedForFile(openEmbeddedStore);
function storeOn(client = embedded.client): CredentialStore {
  const table = new TableClient(client, EMBEDDED_TABLE);
  return uncheckedCredentials(createDynamoStores(table, table, new ManualClock()));
}

describe("a credential whose write is sent twice, as its answer was lost", () => {
  const lastUsedAt = "2026-01-01T00:00:05Z";
  const rewritten = (tenant: string) => ({
    ...sampleCredential({ id: "a", tenant_id: tenant }),
    version: 2,
    token_cipher: "new",
  });

  it("is written, also when a use was noted in between", async () => {
    await storeOn().create(sampleCredential({ id: "a", tenant_id: "used" }));
    const client = losingAnswerOf(embedded.client, "CRED#a", () =>
      storeOn().noteUse("used", "a", { last_used_at: lastUsedAt }),
    );
    expect(await storeOn(client).update(rewritten("used"))).toBeUndefined();
    expect(await storeOn().get("used", "a")).toMatchObject({ version: 2, token_cipher: "new" });
  });

  it("is stale when somebody else's version stands there", async () => {
    await storeOn().create(sampleCredential({ id: "a", tenant_id: "overtaken" }));
    const later = { ...rewritten("overtaken"), version: 3, token_cipher: "later" };
    const client = losingAnswerOf(embedded.client, "CRED#a", () => storeOn().update(later));
    expect(await storeOn(client).update(rewritten("overtaken"))).toBe("stale");
    expect(await storeOn().get("overtaken", "a")).toMatchObject({ token_cipher: "later" });
  });
});

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
