import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import { reseal } from "@plumbline/core/credentials/rewrap.ts";
import { describe, expect, it } from "vitest";
import {
  EMBEDDED_KEY_TABLE,
  EMBEDDED_TABLE,
  openEmbeddedStore,
} from "../../support/dynalite/embedded-table.ts";
import { checkedStores } from "../../support/entity-stores.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { startedForFile } from "../../support/started.ts";
import { uncheckedCredentials } from "../../support/unchecked-credentials.ts";
import { Interleaver } from "./interleaver.ts";
import { sampleCredential } from "./sample-records.ts";

type Command = Parameters<DynamoDBClient["send"]>[0];

const ROUNDS = 25;
/** More requests than any writer makes. */
const TO_THE_END = 50;

describe("one record per (tenant, kind, label)", () => {
  const embedded = startedForFile(openEmbeddedStore);

  const storeOn = (client = embedded.client) => {
    const table = new TableClient(client, EMBEDDED_TABLE);
    return uncheckedCredentials(createDynamoStores(table, table, new ManualClock()));
  };

  async function holders(tenant: string, label: string): Promise<CredentialRecord[]> {
    const { items } = await storeOn().list(tenant, { limit: 100 });
    return items.filter((record) => record.label === label && record.revoked_at === null);
  }

  it("takes over a claim whose creator died", async () => {
    const interleaver = new Interleaver(embedded.client, seededRandom("unused"));
    const dead = interleaver.start(
      (client) => storeOn(client).create(sampleCredential({ id: "dead", tenant_id: "orphan 2" })),
      () => undefined,
    );
    await dead.turns(1);
    const record = sampleCredential({ id: "b", tenant_id: "orphan 2", label: "TEAM" });
    expect(await storeOn().create(record)).toBeUndefined();
    expect((await holders("orphan 2", "TEAM")).map(({ id }) => id)).toEqual(["b"]);
  });

  it("frees nothing when the record is back before a slow writer frees the label it had left", async () => {
    const first = sampleCredential({ id: "a", tenant_id: "slow free", label: "home" });
    await storeOn().create(first);
    const interleaver = new Interleaver(embedded.client, seededRandom("unused"));
    const answers: unknown[] = [];
    const away = { ...first, label: "away", version: 2 };
    const slow = interleaver.start(
      (client) => storeOn(client).update(away),
      (answer) => answers.push(answer),
    );
    await slow.turns(3);
    expect((await holders("slow free", "away")).map(({ version }) => version)).toEqual([2]);
    expect(await storeOn().update({ ...first, label: "home", version: 3 })).toBeUndefined();
    await slow.turns(TO_THE_END);
    expect(answers).toEqual([undefined]);
    const late = sampleCredential({ id: "b", tenant_id: "slow free", label: "home" });
    expect(await storeOn().create(late)).toBe("label_taken");
  });

  it("leaves the record of a mover that died as it was, and takes over the label", async () => {
    const clock = new ManualClock();
    const table = new TableClient(embedded.client, EMBEDDED_TABLE);
    const keyTable = new TableClient(embedded.client, EMBEDDED_KEY_TABLE);
    const { credentials, opened } = checkedStores(createDynamoStores(table, keyTable, clock), clock);
    const { seals } = opened;
    const first = sampleCredential({ id: "a", tenant_id: "fence", label: "home" });
    await credentials.create(await seals.seal(first, { token: new Secret("token") }));
    const dying = storeOn(
      failingWhen(embedded.client, (command) => Reflect.get(command.input, "Item")?.sk?.S === "CRED#a"),
    );
    await expect(dying.update({ ...first, label: "away", version: 2 })).rejects.toThrow();

    const other = sampleCredential({ id: "b", tenant_id: "fence", label: "away" });
    expect(await storeOn().create(other)).toBeUndefined();
    const found = await credentials.get("fence", "a");
    expect(found).toMatchObject({ label: "home", version: 1 });
    if (!found) return;
    expect((await seals.open(found)).reveal()).toBe("token");
    // Its writer was slow, not dead: the record refuses what it had planned.
    expect(await storeOn().update({ ...first, label: "away", version: 2 }, 1)).toBe("stale");
    expect(await reseal(found, { seals, store: credentials })).toBe(true);
    expect(await credentials.get("fence", "a")).toMatchObject({ label: "home", version: 3 });
  });

  it("does not let a stale mover weaken the claim of a later one", async () => {
    const first = sampleCredential({ id: "a", tenant_id: "stale mover", label: "home" });
    await storeOn().create(first);
    const interleaver = new Interleaver(embedded.client, seededRandom("unused"));
    const answers: Record<string, unknown> = {};
    const move = (name: string, version: number) =>
      interleaver.start(
        (client) => storeOn(client).update({ ...first, label: "away", version }),
        (answer) => {
          answers[name] = answer;
        },
      );
    const stale = move("stale", 2);
    await stale.turns(1);
    expect(await storeOn().update({ ...first, scope: "more", version: 2 })).toBeUndefined();
    const later = move("later", 3);
    await later.turns(2);
    await stale.turns(TO_THE_END);
    expect(
      await storeOn().create(sampleCredential({ id: "b", tenant_id: "stale mover", label: "away" })),
    ).toBeUndefined();
    await later.turns(TO_THE_END);
    expect(answers).toEqual({ stale: "stale", later: "stale" });
    expect((await holders("stale mover", "away")).map(({ id }) => id)).toEqual(["b"]);
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

  it.each([0, 0.05])(
    "holds while one record moves there and back from several processes (chance of a crash: %d)",
    async (chance) => {
      for (let round = 0; round < ROUNDS; round++) {
        const tenant = `back-${chance}-${round}`;
        const first = sampleCredential({ id: "a", tenant_id: tenant, label: "home" });
        await storeOn().create(first);
        const interleaver = new Interleaver(embedded.client, seededRandom(tenant));
        const moves = [
          { label: "away", version: 2 },
          { label: "home", scope: "more", version: 2 },
          { label: "away", version: 3 },
          { label: "home", version: 3 },
          { label: "home", version: 3 },
          { label: "away", version: 4 },
        ];
        for (const move of moves) {
          interleaver.start(
            (client) => updateOnceDue(storeOn(client), { ...first, ...move }),
            () => undefined,
          );
        }
        for (const [id, label] of [
          ["b", "home"],
          ["c", "away"],
        ] as const) {
          const record = sampleCredential({ id, tenant_id: tenant, label });
          interleaver.start(
            (client) => createLate(storeOn(client), record),
            () => undefined,
          );
        }
        await interleaver.run(chance);
        for (const label of ["home", "away"]) {
          const before = await holders(tenant, label);
          expect(before.length, `${tenant} ${label}`).toBeLessThanOrEqual(1);
          const late = await storeOn().create(
            sampleCredential({ id: `late ${label}`, tenant_id: tenant, label }),
          );
          expect(late, `${tenant} ${label}`).toBe(before.length === 1 ? "label_taken" : undefined);
        }
      }
    },
  );
});

/**
 * Waits, looking now and then, until the record is at the version before; gives up after a while and tries
 * all the same.
 */
async function updateOnceDue(store: CredentialStore, record: CredentialRecord): Promise<unknown> {
  for (let look = 0; look < 12; look++) {
    const stored = await store.get(record.tenant_id, record.id);
    if (stored?.version === record.version - 1) break;
  }
  return store.update(record);
}

/** Looks elsewhere for a while, so that the moves are under way, and then wants the label. */
async function createLate(store: CredentialStore, record: CredentialRecord): Promise<unknown> {
  for (let look = 0; look < 5; look++) await store.get(record.tenant_id, "elsewhere");
  return store.create(record);
}

/** The client of a process that dies before one of its requests. */
function failingWhen(client: DynamoDBClient, isLast: (command: Command) => boolean): DynamoDBClient {
  const send = (command: Command) =>
    isLast(command) ? Promise.reject(new Error("The process died.")) : client.send(command);
  return Object.create(client, { send: { value: send } }) as DynamoDBClient;
}
