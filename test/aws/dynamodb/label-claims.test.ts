import { DynamoCredentialStore } from "@plumbline/aws/dynamodb/dynamo-credential-store.ts";
import { IF_ABSENT, TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { seededRandom } from "@plumbline/core/clock/random.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import {
  EMBEDDED_TABLE,
  type EmbeddedStore,
  openEmbeddedStore,
} from "@plumbline/local/store/embedded-store.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Interleaver } from "./interleaver.ts";
import { sampleCredential } from "./sample-records.ts";

const ROUNDS = 40;

describe("one record per (tenant, kind, label)", () => {
  let embedded: EmbeddedStore;
  beforeAll(async () => {
    embedded = await openEmbeddedStore();
  });
  afterAll(() => embedded.close());

  const storeOn = (client = embedded.client) =>
    new DynamoCredentialStore(new TableClient(client, EMBEDDED_TABLE));

  async function holders(tenant: string, label: string): Promise<CredentialRecord[]> {
    const { items } = await storeOn().list(tenant, { limit: 100 });
    return items.filter((record) => record.label === label && record.revoked_at === null);
  }

  it("takes over the label of a creator that died between its two writes", async () => {
    const table = new TableClient(embedded.client, EMBEDDED_TABLE);
    const label = Buffer.from("team").toString("base64url");
    const claim = {
      pk: "TENANT#orphan",
      sk: `CREDKEY#chatapp_bot#${label}`,
      credential_id: "dead",
      claim_version: 1,
    };
    await table.put(claim, IF_ABSENT);
    expect(await storeOn().create(sampleCredential({ id: "b", tenant_id: "orphan" }))).toBeUndefined();
    expect(await storeOn().create(sampleCredential({ id: "dead", tenant_id: "orphan" }))).toBe("label_taken");
    expect((await holders("orphan", "team")).map(({ id }) => id)).toEqual(["b"]);
    expect(await storeOn().get("orphan", "dead")).toBeUndefined();
  });

  it.each([0, 0.08])(
    "holds in every interleaving of creators and movers (chance of a crash before a write: %d)",
    async (chance) => {
      for (let round = 0; round < ROUNDS; round++) {
        const tenant = `round-${chance}-${round}`;
        const random = seededRandom(tenant);
        const movers = ["m1", "m2"].map((id) =>
          sampleCredential({ id, tenant_id: tenant, label: `${id} before` }),
        );
        for (const mover of movers) await storeOn().create(mover);
        const interleaver = new Interleaver(embedded.client, random);
        const acknowledged = new Set<string>();
        const acknowledge = (id: string) => (conflict: string | undefined) => {
          if (conflict === undefined) acknowledged.add(id);
        };
        for (const id of ["a", "b", "c"]) {
          const record = sampleCredential({ id, tenant_id: tenant, label: "wanted" });
          interleaver.start((client) => storeOn(client).create(record), acknowledge(id));
        }
        for (const mover of movers) {
          const moved = { ...mover, label: "wanted", version: 2 };
          interleaver.start((client) => storeOn(client).update(moved), acknowledge(mover.id));
          // The same credential moved by a second process at once, from the same version.
          interleaver.start((client) => storeOn(client).update(moved), acknowledge(mover.id));
        }
        await interleaver.run(chance);

        const found = (await holders(tenant, "wanted")).map(({ id }) => id);
        expect(found.length, tenant).toBeLessThanOrEqual(1);
        expect(found, tenant).toEqual(expect.arrayContaining([...acknowledged]));
        if (chance === 0) expect(found, tenant).toHaveLength(1);
        const late = await storeOn().create(
          sampleCredential({ id: "late", tenant_id: tenant, label: "wanted" }),
        );
        expect(late, tenant).toBe(found.length === 1 ? "label_taken" : undefined);
        expect(await holders(tenant, "wanted")).toHaveLength(1);
      }
    },
  );

  it("keeps the label of a record that moves there and back while others reach for it", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const tenant = `back-${round}`;
      const first = sampleCredential({ id: "a", tenant_id: tenant, label: "home" });
      await storeOn().create(first);
      const interleaver = new Interleaver(embedded.client, seededRandom(tenant));
      const there = { ...first, label: "away", version: 2 };
      const back = { ...first, label: "home", version: 3 };
      interleaver.start(
        (client) => storeOn(client).update(there),
        () => undefined,
      );
      interleaver.start(
        (client) => storeOn(client).update(back),
        () => undefined,
      );
      for (const [id, label] of [
        ["b", "home"],
        ["c", "away"],
        ["d", "home"],
      ] as const) {
        const record = sampleCredential({ id, tenant_id: tenant, label });
        interleaver.start(
          (client) => storeOn(client).create(record),
          () => undefined,
        );
      }
      await interleaver.run(round % 2 === 0 ? 0 : 0.05);
      for (const label of ["home", "away"])
        expect((await holders(tenant, label)).length, tenant).toBeLessThanOrEqual(1);
    }
  });
});
