import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { credentialItem } from "@plumbline/aws/dynamodb/credential-item.ts";
import { DynamoCredentialStore } from "@plumbline/aws/dynamodb/dynamo-credential-store.ts";
import { IF_ABSENT, TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { seededRandom } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  EMBEDDED_TABLE,
  type EmbeddedStore,
  openEmbeddedStore,
} from "../../support/dynalite/embedded-table.ts";
import { Interleaver } from "./interleaver.ts";
import { sampleCredential } from "./sample-records.ts";

const ROUNDS = 25;
/** More requests than any writer makes. */
const TO_THE_END = 50;

describe("one record per (tenant, kind, label)", () => {
  let embedded: EmbeddedStore;
  beforeAll(async () => {
    embedded = await openEmbeddedStore();
  });
  afterAll(() => embedded.close());

  const storeOn = (client = embedded.client) =>
    new DynamoCredentialStore(new TableClient(client, EMBEDDED_TABLE), new ManualClock());

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

  it("takes over a claim of this version whose creator died", async () => {
    const interleaver = new Interleaver(embedded.client, seededRandom("unused"));
    const dead = interleaver.start(
      (client) => storeOn(client).create(sampleCredential({ id: "dead", tenant_id: "orphan 2" })),
      () => undefined,
    );
    // It has looked for claims of earlier versions and made its own.
    await dead.turns(2);
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
    await slow.turns(4);
    expect((await holders("slow free", "away")).map(({ version }) => version)).toEqual([2]);
    expect(await storeOn().update({ ...first, label: "home", version: 3 })).toBeUndefined();
    await slow.turns(TO_THE_END);
    expect(answers).toEqual([undefined]);
    const late = sampleCredential({ id: "b", tenant_id: "slow free", label: "home" });
    expect(await storeOn().create(late)).toBe("label_taken");
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
    await later.turns(3);
    await stale.turns(TO_THE_END);
    expect(
      await storeOn().create(sampleCredential({ id: "b", tenant_id: "stale mover", label: "away" })),
    ).toBeUndefined();
    await later.turns(TO_THE_END);
    expect(answers).toEqual({ stale: "stale", later: "stale" });
    expect((await holders("stale mover", "away")).map(({ id }) => id)).toEqual(["b"]);
  });

  describe("with records of a version that told labels apart by their letter case", () => {
    /** Stores a record and its claim as that version did. */
    async function storeEarlier(record: CredentialRecord): Promise<void> {
      const table = new TableClient(embedded.client, EMBEDDED_TABLE);
      const { tenant_id, id, kind, label } = record;
      const sk = `CREDKEY#${kind}#${Buffer.from(label).toString("base64url")}`;
      await table.put({ pk: `TENANT#${tenant_id}`, sk, credential_id: id, claim_version: 1 });
      await table.put(credentialItem(record));
    }

    async function claimsOf(tenant: string): Promise<number> {
      const { Items: items = [] } = await embedded.client.send(
        new ScanCommand({ TableName: EMBEDDED_TABLE, ConsistentRead: true }),
      );
      return items.filter(
        ({ pk, sk }) => pk?.S === `TENANT#${tenant}` && /^CRED(KEY|LABEL)#/.test(sk?.S ?? ""),
      ).length;
    }

    async function twoOfOneLabel(tenant: string) {
      const [upper, lower] = [
        sampleCredential({ id: "a", tenant_id: tenant, label: "Team" }),
        sampleCredential({ id: "b", tenant_id: tenant, label: "team" }),
      ];
      await storeEarlier(upper);
      await storeEarlier(lower);
      return { upper, lower };
    }

    it("keeps a label until its last holder is gone, and leaves no claim behind", async () => {
      const { upper, lower } = await twoOfOneLabel("earlier 1");
      const wanted = sampleCredential({ id: "c", tenant_id: "earlier 1", label: "TEAM" });
      const revoked_at = "2026-02-01T00:00:00.000Z";
      expect(await storeOn().create(wanted)).toBe("label_taken");
      expect(await storeOn().update({ ...upper, revoked_at, version: 2 })).toBeUndefined();
      expect(await storeOn().create({ ...wanted, id: "d" })).toBe("label_taken");
      expect(await storeOn().update({ ...lower, label: "other", version: 2 })).toBeUndefined();
      expect(await storeOn().create({ ...wanted, id: "e" })).toBeUndefined();
      // Of "other" and of "TEAM".
      expect(await claimsOf("earlier 1")).toBe(2);
    });

    it("changes them otherwise, but never gives one the other's very label", async () => {
      const { upper, lower } = await twoOfOneLabel("earlier 2");
      expect(await storeOn().update({ ...upper, scope: "more", version: 2 })).toBeUndefined();
      expect(await storeOn().update({ ...upper, label: "team", version: 3 })).toBe("label_taken");
      expect(await storeOn().update({ ...lower, label: "core", version: 2 })).toBeUndefined();
      expect(await storeOn().update({ ...upper, label: "tEAM", version: 3 })).toBeUndefined();
      expect(await storeOn().create(sampleCredential({ id: "c", tenant_id: "earlier 2" }))).toBe(
        "label_taken",
      );
    });

    it("finds all of them by their label", async () => {
      await twoOfOneLabel("earlier 3");
      const found = await storeOn().findByLabel("earlier 3", "TEAM", ["chatapp_bot"]);
      expect(found.map(({ id, label }) => [id, label])).toEqual([
        ["a", "Team"],
        ["b", "team"],
      ]);
    });

    it.each([0, 0.06])(
      "holds in every interleaving (chance of a crash before a write: %d)",
      async (chance) => {
        for (let round = 0; round < ROUNDS; round++) {
          const tenant = `earlier-${chance}-${round}`;
          const holder = sampleCredential({ id: "a", tenant_id: tenant, label: "Team" });
          await storeEarlier(holder);
          const interleaver = new Interleaver(embedded.client, seededRandom(tenant));
          const moves = [
            { label: "away", version: 2 },
            { label: "TEAM", version: 2 },
            { label: "team", version: 3 },
            { label: "away", version: 4 },
          ];
          for (const move of moves) {
            interleaver.start(
              (client) => updateOnceDue(storeOn(client), { ...holder, ...move }),
              () => undefined,
            );
          }
          for (const [id, label] of [
            ["b", "team"],
            ["c", "tEAM"],
          ] as const) {
            const record = sampleCredential({ id, tenant_id: tenant, label });
            interleaver.start(
              (client) => createLate(storeOn(client), record),
              () => undefined,
            );
          }
          await interleaver.run(chance);
          const { items } = await storeOn().list(tenant, { limit: 100 });
          const bearing = items.filter(({ label }) => label.toLowerCase() === "team");
          expect(bearing.length, tenant).toBeLessThanOrEqual(1);
          const late = sampleCredential({ id: "late", tenant_id: tenant, label: "TEAM" });
          expect(await storeOn().create(late), tenant).toBe(bearing.length === 1 ? "label_taken" : undefined);
          const found = await storeOn().findByLabel(tenant, "team", ["chatapp_bot"]);
          expect(found.map(({ id }) => id)).toEqual(bearing.length === 1 ? [bearing[0]?.id] : ["late"]);
        }
      },
    );
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
async function updateOnceDue(store: DynamoCredentialStore, record: CredentialRecord): Promise<unknown> {
  for (let look = 0; look < 12; look++) {
    const stored = await store.get(record.tenant_id, record.id);
    if (stored?.version === record.version - 1) break;
  }
  return store.update(record);
}

/** Looks elsewhere for a while, so that the moves are under way, and then wants the label. */
async function createLate(store: DynamoCredentialStore, record: CredentialRecord): Promise<unknown> {
  for (let look = 0; look < 5; look++) await store.get(record.tenant_id, "elsewhere");
  return store.create(record);
}
