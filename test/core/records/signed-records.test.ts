import { expect, it } from "vitest";
import { VerifiedRecords } from "../../../packages/core/records/signed-records.ts";
import { MemoryRecordStore } from "../../support/memory-record-store.ts";
import { NOTES, ORDERS, type Order, openSigned } from "./records-under-test.ts";

const order: Order = { tenant_id: "t", id: "a", url: "https://good.example", version: 1, ended_at: null };
const DAMAGED = { code: "store_damaged" };

async function closed() {
  const raw = new MemoryRecordStore();
  const opened = openSigned(raw);
  await opened.closingRows.write();
  return { raw, ...opened };
}

it.each([
  ["edited", { url: "https://evil.example" }],
  ["of another tenant", { tenant_id: "u" }],
  ["of another id", { id: "b" }],
  ["without its signature", { mac: undefined }],
  ["with another one", { mac: `m1.k1.${"A".repeat(43)}` }],
  ["with a field more", { also: "evil" }],
])(
  "a record %s is refused, reported and left out of lists, also once it was verified",
  async (_how, edit) => {
    const { raw, versioned, refused } = await closed();
    await versioned.insert(NOTES, order);
    for (let reads = 0; reads < 2; reads += 1) expect(await versioned.get(NOTES, ["t", "a"])).toEqual(order);
    const stored = (await raw.get(NOTES, ["t", "a"])) as Order;
    const edited = { ...stored, ...edit } as Order;
    await raw.put(NOTES, edited);
    const key = [edited.tenant_id, edited.id];
    if ("tenant_id" in edit || "id" in edit) await raw.delete(NOTES, ["t", "a"]);
    await expect(versioned.get(NOTES, key)).rejects.toMatchObject(DAMAGED);
    expect((await versioned.page(NOTES, edited.tenant_id, { limit: 9 })).items).toEqual([]);
    expect(await versioned.getMany([{ kind: NOTES, key }])).toEqual([undefined]);
    expect(refused).toEqual(Array(3).fill(`notes ${key.join("/")}`));
  },
);

it("a record that was verified is another one where an absent field stands for one of its own", () => {
  const verified = new VerifiedRecords();
  verified.add(NOTES, order, "signature");
  const { url: _gone, ...rest } = order;
  expect(verified.has(NOTES, { ...order }, "signature")).toBe(true);
  expect(verified.has(NOTES, { ...rest, also: undefined } as unknown as Order, "signature")).toBe(false);
});

it("a record of a later release is read, with a field that this one does not know", async () => {
  const { raw, versioned, refused } = await closed();
  const later = { ...order, since_the_next_release: { any: ["thing"] } };
  await versioned.insert(ORDERS, later);
  // By the process of an earlier release, which has verified nothing yet.
  const earlier = openSigned(raw);
  expect(await earlier.versioned.get(ORDERS, ["t", "a"])).toEqual(later);
  expect([...refused, ...earlier.refused]).toEqual([]);
});

it("a record of another kind is refused", async () => {
  const { raw, versioned } = await closed();
  await versioned.insert(NOTES, order);
  await versioned.get(NOTES, ["t", "a"]);
  const other = { ...NOTES, name: "others", signed: { as: "other" } } as const;
  await raw.put(other, (await raw.get(NOTES, ["t", "a"])) as Order);
  await expect(versioned.get(other, ["t", "a"])).rejects.toMatchObject(DAMAGED);
});

it("noted fields change without a signature, and others are signed again", async () => {
  const { raw, versioned } = await closed();
  await versioned.insert(ORDERS, order);
  const before = (await raw.get(ORDERS, ["t", "a"])) as Order;
  expect(await versioned.change(ORDERS, ["t", "a"], { looked_at: "now" }, {})).toBe(true);
  expect(await raw.get(ORDERS, ["t", "a"])).toEqual({ ...before, looked_at: "now" });
  expect(await versioned.change(ORDERS, ["t", "a"], { url: "https://new.example" }, {})).toBe(true);
  expect(await versioned.get(ORDERS, ["t", "a"])).toMatchObject({ url: "https://new.example", version: 1 });
});

it("an earlier version that was put back does not count, nor does a deleted one", async () => {
  const { raw, versioned } = await closed();
  await versioned.insert(ORDERS, order);
  const first = (await raw.get(ORDERS, ["t", "a"])) as Order;
  const second = { ...order, url: "https://new.example", version: 2 };
  expect(await versioned.replace(ORDERS, second, { version: 1 })).toBe(true);
  expect(await versioned.get(ORDERS, ["t", "a"])).toEqual(second);
  await raw.put(ORDERS, first);
  await expect(versioned.get(ORDERS, ["t", "a"])).rejects.toMatchObject(DAMAGED);
  expect(await versioned.readCurrent(ORDERS, order)).toBeUndefined();
  // Nor can it be the base of a change.
  expect(await versioned.replace(ORDERS, { ...order, version: 2 }, { version: 1 })).toBe(false);
  await raw.put(ORDERS, { ...second, mac: undefined } as unknown as Order);
  await versioned.delete(ORDERS, ["t", "a"]);
  await raw.put(ORDERS, first);
  await expect(versioned.get(ORDERS, ["t", "a"])).rejects.toMatchObject(DAMAGED);
});

it("a crash before or after the write of a record loses neither version", async () => {
  const { raw, versioned, signed, states } = await closed();
  await versioned.insert(ORDERS, order);
  const name = { owner: "t", record: "order/a" };
  await states.begin(name, 1);
  expect(await versioned.get(ORDERS, ["t", "a"])).toEqual(order);
  const third = { ...order, version: 3 };
  expect(await versioned.supersede(ORDERS, order, { version: 1 })).toEqual(third);
  await states.begin(name, 3);
  await signed.replace(ORDERS, { ...order, version: 4 }, { version: 3 });
  expect(await versioned.supersede(ORDERS, order, { version: 4 })).toEqual({ ...order, version: 5 });
  expect(await raw.get(ORDERS, ["t", "a"])).toMatchObject({ version: 5 });
  expect(await versioned.get(ORDERS, ["t", "a"])).toMatchObject({ version: 5 });
});

it("a change that was never settled counts once somebody has read it", async () => {
  const { raw, versioned, signed, states } = await closed();
  await versioned.insert(ORDERS, order);
  const first = (await raw.get(ORDERS, ["t", "a"])) as Order;
  await states.begin({ owner: "t", record: "order/a" }, 1);
  await signed.replace(ORDERS, { ...order, version: 2 }, { version: 1 });
  expect(await versioned.get(ORDERS, ["t", "a"])).toMatchObject({ version: 2 });
  await raw.put(ORDERS, first);
  await expect(versioned.get(ORDERS, ["t", "a"])).rejects.toMatchObject(DAMAGED);
});

it("of two changes at once one counts, though the record of before is put back between them", async () => {
  const { raw, versioned } = await closed();
  await versioned.insert(ORDERS, order);
  const first = (await raw.get(ORDERS, ["t", "a"])) as Order;
  const [slow, fast] = ["https://slow.example", "https://fast.example"].map((url) => ({ ...order, url }));
  if (!slow || !fast) throw new Error("There are two.");
  const written: Order[] = [];
  const replace = raw.replace.bind(raw);
  let inner: Promise<Order | undefined> | undefined;
  raw.replace = async (kind, record, where) => {
    const done = await replace(kind, record, where);
    if (kind.name !== ORDERS.name) return done;
    written.push(record as unknown as Order);
    if (inner) return done;
    await raw.put(ORDERS, first);
    inner = versioned.supersede(ORDERS, fast, { version: 1 });
    await inner;
    return done;
  };
  expect(await versioned.supersede(ORDERS, slow, { version: 1 })).toBeUndefined();
  const counts = await inner;
  expect(counts).toMatchObject({ url: fast.url });
  expect(await versioned.get(ORDERS, ["t", "a"])).toEqual(counts);
  const [lost] = written;
  if (!lost || !counts) throw new Error("Both were written.");
  await raw.put(ORDERS, lost);
  await expect(versioned.get(ORDERS, ["t", "a"])).rejects.toMatchObject(DAMAGED);
  // Nor does it count while a later change is being written.
  raw.replace = async (kind, record, where) => {
    if (kind.name === ORDERS.name) await raw.put(ORDERS, lost);
    return replace(kind, record, where);
  };
  expect(await versioned.supersede(ORDERS, counts, { version: counts.version })).toBeUndefined();
  await expect(versioned.get(ORDERS, ["t", "a"])).rejects.toMatchObject(DAMAGED);
});

it("a record that was ended stays readable, and cannot be put back as it was", async () => {
  const { raw, versioned } = await closed();
  await versioned.insert(ORDERS, order);
  const before = (await raw.get(ORDERS, ["t", "a"])) as Order;
  const ended = { ...order, version: 2, ended_at: "2026-01-01T00:00:00.000Z" };
  expect(await versioned.replace(ORDERS, ended, { version: 1 })).toBe(true);
  expect(await versioned.get(ORDERS, ["t", "a"])).toEqual(ended);
  await raw.put(ORDERS, before);
  await expect(versioned.get(ORDERS, ["t", "a"])).rejects.toMatchObject(DAMAGED);
});

it("a record that only the main table says was ended is refused", async () => {
  const { raw, versioned } = await closed();
  await versioned.insert(ORDERS, order);
  const stored = (await raw.get(ORDERS, ["t", "a"])) as Order;
  await raw.put(ORDERS, { ...stored, ended_at: "2026-01-01T00:00:00.000Z" });
  await expect(versioned.get(ORDERS, ["t", "a"])).rejects.toMatchObject(DAMAGED);
  await raw.put(ORDERS, stored);
  expect(await versioned.get(ORDERS, ["t", "a"])).toEqual(order);
});

it("no unsigned record counts while the closing row is being read", async () => {
  const raw = new MemoryRecordStore();
  await openSigned(raw).closingRows.write();
  await raw.put(NOTES, order);
  const { versioned } = openSigned(raw);
  const reads = Array.from({ length: 3 }, () => versioned.get(NOTES, ["t", "a"]));
  for (const { status } of await Promise.allSettled(reads)) expect(status).toBe("rejected");
});

it("unsigned records count until the closing row is written", async () => {
  const raw = new MemoryRecordStore();
  await raw.put(ORDERS, order);
  const { versioned, signed, closingRows } = openSigned(raw);
  expect(await versioned.get(ORDERS, ["t", "a"])).toEqual(order);
  expect(await signed.signStored(ORDERS, order)).toBe(true);
  expect(await signed.signStored(ORDERS, order)).toBe(false);
  await versioned.settle(ORDERS, order);
  await raw.put(ORDERS, { ...order, id: "forged" });
  await closingRows.write();
  expect(await versioned.get(ORDERS, ["t", "a"])).toEqual(order);
  await expect(versioned.get(ORDERS, ["t", "forged"])).rejects.toMatchObject(DAMAGED);
});

it("a transaction signs all that it writes, and is refused whole for a version that does not count", async () => {
  const { raw, versioned } = await closed();
  const other = { ...order, id: "b" };
  const inserts = [order, other].map((insert) => ({ kind: ORDERS, insert }));
  expect(await versioned.transact(inserts as never)).toBe(true);
  expect(await versioned.get(ORDERS, ["t", "b"])).toEqual(other);
  const first = (await raw.get(ORDERS, ["t", "a"])) as Order;
  const next = { kind: ORDERS, replace: { ...order, version: 2 }, where: { version: 1 } };
  expect(await versioned.transact([next] as never)).toBe(true);
  await raw.put(ORDERS, first);
  const again = { ...next, replace: { ...order, version: 3 } };
  expect(await versioned.transact([again] as never)).toBe(false);
});
