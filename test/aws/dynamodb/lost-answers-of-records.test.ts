import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoRecordStore } from "@plumbline/aws/dynamodb/dynamo-record-store.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { RecordKind } from "@plumbline/core/records/record-kind.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";
import { describe, expect, it } from "vitest";
import { LINES, LONG_TEXTS, NOTES, OWNERS, PASSES } from "../../stores/record-kinds.ts";
import {
  EMBEDDED_KEY_TABLE,
  EMBEDDED_TABLE,
  openEmbeddedStore,
} from "../../support/dynalite/embedded-table.ts";
import { startedForEach } from "../../support/started.ts";
import { losingAnswerOf, losingEveryAnswer } from "./lost-answer.ts";

/** A write whose answer is lost: what was there before, the write, and what its caller must be told. */
interface LostAnswer {
  before?(store: RecordStore): Promise<unknown>;
  write(store: RecordStore): Promise<unknown>;
  told: unknown;
}

const NOW = "2026-01-01T00:00:00.000Z";
const note = { tenant_id: "t", id: "n", revision: "r1", kept_until: NOW, text: "a", decided_at: null };
const mine = { ...note, revision: "r2" };
const line = { tenant_id: "t", sequence: 1, text: "a" };
const owner = { tenant_id: "t", name: "Acme", deleted_at: null };
const pass = { hash: "h", key_id: "k", tenant_id: "t", revoked_at: null };
const text = { tenant_id: "t", approval_id: "a", name: "n", text: "x", kept_until: NOW };
const key = ["t", "n"];

interface Turn {
  tenant_id: string;
  watch_id: string;
  fence: number;
}

/** Several workers replace such a record with the same content. */
const TURNS: RecordKind<Turn> = {
  name: "watch_states",
  table: "main",
  key: ["tenant_id", "watch_id"],
  signed: false,
};
const turn = { tenant_id: "t", watch_id: "w", fence: 1 };

const insertNote = (on: RecordStore) => on.insert(NOTES, note);
const deleteTenant = (on: RecordStore) => on.put(OWNERS, { ...owner, deleted_at: NOW });

const WRITES: Record<string, LostAnswer> = {
  "a record's insertion": { write: insertNote, told: "written" },
  "an insertion where another is": {
    before: insertNote,
    write: (on) => on.insert(NOTES, mine),
    told: "taken",
  },
  "an insertion into the key table": { write: (on) => on.insert(LINES, line), told: "written" },
  "an insertion into a list": { write: (on) => on.insert(PASSES, pass), told: "written" },
  "an insertion into a deleted tenant": { before: deleteTenant, write: insertNote, told: "tenant_deleted" },
  "an insertion into the key table of a deleted tenant": {
    before: deleteTenant,
    write: (on) => on.insert(LINES, line),
    told: "tenant_deleted",
  },
  "a put into a deleted tenant": {
    before: deleteTenant,
    write: (on) => on.put(NOTES, note),
    told: "tenant_deleted",
  },
  "a large text of a deleted tenant": {
    before: deleteTenant,
    write: (on) => on.put(LONG_TEXTS, text),
    told: "tenant_deleted",
  },
  "a replacement": {
    before: insertNote,
    write: (on) => on.replace(NOTES, mine, { revision: "r1" }),
    told: true,
  },
  "a replacement that comes too late": {
    before: insertNote,
    write: (on) => on.replace(NOTES, mine, { revision: "r0" }),
    told: false,
  },
  "a replacement of what is gone": {
    write: (on) => on.replace(NOTES, mine, { revision: "r1" }),
    told: false,
  },
  "a replacement that several make": {
    before: (on) => on.insert(TURNS, turn),
    write: (on) => on.replace(TURNS, { ...turn, fence: 2 }, { fence: 1 }),
    told: true,
  },
  "a change": {
    before: insertNote,
    write: (on) => on.change(NOTES, key, { decided_at: NOW }, { decided_at: null }),
    told: true,
  },
  "a change that removes a field": {
    before: insertNote,
    write: (on) => on.change(NOTES, key, { decided_at: undefined }, { decided_at: null }),
    told: true,
  },
  "a change that comes too late": {
    before: insertNote,
    write: (on) => on.change(NOTES, key, { decided_at: NOW }, { revision: "r0", decided_at: null }),
    told: false,
  },
  "a change of what is gone": {
    write: (on) => on.change(NOTES, key, { decided_at: NOW }, {}),
    told: false,
  },
  "a deletion, which cannot be told from one of nothing": {
    before: insertNote,
    write: (on) => on.delete(NOTES, key, { revision: "r1" }),
    told: false,
  },
  "a transaction": {
    before: insertNote,
    write: (on) =>
      on.transact([
        { kind: NOTES as RecordKind<object>, replace: mine, where: { revision: "r1" } as object },
        { kind: LINES as RecordKind<object>, insert: line },
      ]),
    told: true,
  },
  "a transaction that comes too late": {
    before: insertNote,
    write: (on) => on.transact([{ kind: NOTES as RecordKind<object>, insert: note }]),
    told: false,
  },
};

const embedded = startedForEach(openEmbeddedStore);
function storeOn(client: DynamoDBClient): RecordStore {
  const [table, keyTable] = [EMBEDDED_TABLE, EMBEDDED_KEY_TABLE].map((name) => new TableClient(client, name));
  return new DynamoRecordStore(table as TableClient, keyTable as TableClient, new ManualClock(NOW));
}

describe("a write of a record whose answer is lost, and which is repeated", () => {
  it.each(Object.entries(WRITES))("%s: the caller learns what was done", async (_what, lost) => {
    await lost.before?.(storeOn(embedded.client));
    expect(await lost.write(storeOn(losingEveryAnswer(embedded.client)))).toEqual(lost.told);
  });

  it.each(["r1", "r2"])("is the caller's own, though a use was noted meanwhile (%s)", async (revision) => {
    const plain = storeOn(embedded.client);
    const noted = () => plain.change(NOTES, key, { seen_at: NOW }, {});
    const losing = storeOn(losingAnswerOf(embedded.client, "APPROVAL#n", noted));
    if (revision === "r1") expect(await losing.insert(NOTES, note)).toBe("written");
    else {
      await insertNote(plain);
      expect(await losing.replace(NOTES, mine, { revision: "r1" })).toBe(true);
    }
    expect(await plain.get(NOTES, key)).toEqual({ ...note, revision, seen_at: NOW });
  });

  it("is another's, when another replaced it meanwhile", async () => {
    const plain = storeOn(embedded.client);
    await insertNote(plain);
    const others = () => plain.replace(NOTES, { ...note, revision: "r3" }, { revision: "r2" });
    const losing = storeOn(losingAnswerOf(embedded.client, "APPROVAL#n", others));
    expect(await losing.replace(NOTES, mine, { revision: "r1" })).toBe(false);
  });

  it("is one's alone, though several write the same and lose their answers", async () => {
    await storeOn(embedded.client).insert(TURNS, turn);
    const told = await Promise.all(
      [1, 2, 3].map(() =>
        storeOn(losingEveryAnswer(embedded.client)).replace(TURNS, { ...turn, fence: 2 }, { fence: 1 }),
      ),
    );
    expect(told.filter(Boolean)).toHaveLength(1);
    expect(await storeOn(embedded.client).get(TURNS, ["t", "w"])).toEqual({ ...turn, fence: 2 });
  });
});
