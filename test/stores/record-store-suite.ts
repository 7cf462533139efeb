import { randomUUID } from "node:crypto";
import type { Page } from "@plumbline/core/records/page.ts";
import { keyOf, type RecordKind } from "@plumbline/core/records/record-kind.ts";
import { STAGE } from "@plumbline/core/records/record-state.ts";
import type { KeyRange, RecordStore } from "@plumbline/core/records/record-store.ts";
import { beforeEach, describe, expect, it } from "vitest";
import {
  LINES,
  LONG_TEXTS,
  NAMES,
  NOTES,
  type Note,
  OWNERS,
  PASSES,
  type Pass,
  STATES,
} from "./record-kinds.ts";

const NOW = "2026-01-01T00:00:00.000Z";
const LATER = "2026-01-02T00:00:00.500Z";
const ODD = "a\u0000b \u2028\uFEFF '\"\\ %_[] 👩‍👩‍👧 İstanbul \u0301 \ufffd";

/** Tests what every driver of the port promises. Every test works in a tenant of its own. */
export function describeRecordStore(open: () => RecordStore): void {
  let store: RecordStore;
  let tenant: string;
  let note: Note;
  beforeEach(() => {
    store = open();
    tenant = randomUUID();
    note = { tenant_id: tenant, id: "n1", revision: "r1", kept_until: LATER, text: ODD, decided_at: null };
  });
  const stored = () => store.get(NOTES, [tenant, "n1"]);
  const line = (sequence: number) => ({ tenant_id: tenant, sequence, text: `line ${sequence}` });
  const owner = (changes = {}) => ({ tenant_id: tenant, name: "Acme", deleted_at: null, ...changes });
  const pass = (key_id: string, changes: Partial<Pass> = {}) => ({
    ...{ hash: `${tenant}-${key_id}`, key_id, tenant_id: tenant, revoked_at: null },
    ...changes,
  });
  const deleteTenant = async () => {
    await store.put(OWNERS, owner({ deleted_at: NOW }));
    await store.eraseTenant(tenant);
  };
  const allOf = async <R extends object>(kind: RecordKind<R>, range?: KeyRange) => {
    const found: R[] = [];
    for await (const some of store.range(kind, tenant, range)) found.push(...some);
    return found;
  };

  describe("a record", () => {
    it("is read back as it was written, and by its own key alone", async () => {
      const whole = {
        ...note,
        parts: [
          { name: ODD, count: null },
          { name: "", count: -0.5 },
        ],
        seen_at: "",
      };
      expect(await store.insert(NOTES, whole)).toBe("written");
      expect(await stored()).toEqual(whole);
      expect(await store.get(NOTES, [tenant, "n2"])).toBeUndefined();
      expect(await store.get(NOTES, [randomUUID(), "n1"])).toBeUndefined();
      expect(await store.get(NAMES, [tenant, "n1"])).toBeUndefined();
    });

    it("may be as large as the longest block of calls", async () => {
      await store.put(NOTES, { ...note, text: "x".repeat(330_000) });
      expect((await stored())?.text.length).toBe(330_000);
    });

    it("is without the fields that were undefined", async () => {
      await store.put(NOTES, { ...note, decided_at: undefined });
      expect(Object.keys((await stored()) ?? {})).not.toContain("decided_at");
    });

    it.each([
      ["a number", () => store.get(LINES, [tenant, 7]), () => store.insert(LINES, line(7)), () => line(7)],
      [
        "one field",
        () => store.get(PASSES, [`${tenant}-k`]),
        () => store.insert(PASSES, pass("k")),
        () => pass("k"),
      ],
      [
        "the stage's",
        () => store.get(STATES, [STAGE, `api_key/${tenant}`]),
        () => store.insert(STATES, stageState()),
        () => stageState(),
      ],
      [
        "text that the stored form leaves out",
        () => store.get(NAMES, [tenant, ODD]),
        () => store.insert(NAMES, { tenant_id: tenant, subscription: ODD, watch_id: "w" }),
        () => ({ tenant_id: tenant, subscription: ODD, watch_id: "w" }),
      ],
    ])("has a key of %s", async (_what, get, insert, record) => {
      expect(await get()).toBeUndefined();
      expect(await insert()).toBe("written");
      expect(await get()).toEqual(record());
    });
    const stageState = () => ({
      tenant_id: STAGE,
      record: `api_key/${tenant}`,
      version: 1,
      revoked_at: null,
    });

    it("is inserted once, and put as often as one likes", async () => {
      await store.insert(NOTES, note);
      expect(await store.insert(NOTES, { ...note, revision: "r2" })).toBe("taken");
      expect(await stored()).toEqual(note);
      expect(await store.put(NOTES, { ...note, revision: "r2" })).toBe("written");
      expect(await stored()).toEqual({ ...note, revision: "r2" });
    });

    it("is inserted by one of many", async () => {
      const answers = await Promise.all(
        range(20).map((n) => store.insert(NOTES, { ...note, revision: `r${n}` })),
      );
      const winner = answers.indexOf("written");
      expect(answers.filter((answer) => answer === "written")).toHaveLength(1);
      expect(await stored()).toEqual({ ...note, revision: `r${winner}` });
    });

    it("is replaced by one of many", async () => {
      await store.insert(NOTES, note);
      const answers = await Promise.all(
        range(20).map((n) => store.replace(NOTES, { ...note, revision: `n${n}` }, { revision: "r1" })),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(await stored()).toEqual({ ...note, revision: `n${answers.indexOf(true)}` });
    });

    it("keeps what a change does not name", async () => {
      await store.insert(NOTES, note);
      expect(await store.change(NOTES, [tenant, "n1"], { seen_at: NOW, text: "" }, {})).toBe(true);
      expect(await stored()).toEqual({ ...note, seen_at: NOW, text: "" });
      expect(await store.change(NOTES, [tenant, "n1"], { seen_at: undefined }, {})).toBe(true);
      expect(await stored()).toEqual({ ...note, text: "" });
    });

    it("is deleted once", async () => {
      await store.insert(NOTES, note);
      expect(await store.delete(NOTES, [tenant, "n1"], { revision: "r2" })).toBe(false);
      expect(await store.delete(NOTES, [tenant, "n1"])).toBe(true);
      expect(await store.delete(NOTES, [tenant, "n1"])).toBe(false);
      expect(await stored()).toBeUndefined();
      expect(await store.insert(NOTES, note)).toBe("written");
    });

    it("is never what a caller holds", async () => {
      const written = { ...note, parts: [{ name: "a", count: 1 }] };
      await store.insert(NOTES, written);
      written.parts.push({ name: "b", count: 2 });
      expect((await stored())?.parts).toEqual([{ name: "a", count: 1 }]);
      (await stored())?.parts?.push({ name: "c", count: 3 });
      expect((await stored())?.parts).toEqual([{ name: "a", count: 1 }]);
    });
  });

  describe("a condition", () => {
    const held = [
      ["a value", { revision: "r1" }],
      ["null", { decided_at: null }],
      ["an absent field", { seen_at: undefined }],
      ["several", { revision: "r1", decided_at: null, seen_at: undefined }],
      ["that the record exists", {}],
    ] as const;
    const failed = [
      ["another value", { revision: "r2" }],
      ["null where a value is", { text: null as unknown as string }],
      ["a value where null is", { decided_at: NOW }],
      ["an absent field where null is", { decided_at: undefined }],
      ["one of several", { revision: "r1", decided_at: NOW }],
    ] as const;

    it.each(held)("holds: %s", async (_what, where) => {
      await store.insert(NOTES, note);
      expect(await store.change(NOTES, [tenant, "n1"], { text: "changed" }, where)).toBe(true);
      expect(await stored()).toEqual({ ...note, text: "changed" });
      expect(await store.replace(NOTES, { ...note, text: "replaced" }, where)).toBe(true);
      expect(await stored()).toEqual({ ...note, text: "replaced" });
      expect(await store.delete(NOTES, [tenant, "n1"], where)).toBe(true);
      expect(await stored()).toBeUndefined();
    });

    it.each(failed)("fails: %s", async (_what, where) => {
      await store.insert(NOTES, note);
      expect(await store.change(NOTES, [tenant, "n1"], { text: "changed" }, where)).toBe(false);
      expect(await store.replace(NOTES, { ...note, text: "replaced" }, where)).toBe(false);
      expect(await store.delete(NOTES, [tenant, "n1"], where)).toBe(false);
      expect(await stored()).toEqual(note);
    });

    it.each([...held, ...failed])("fails where no record is: %s", async (_what, where) => {
      expect(await store.change(NOTES, [tenant, "n1"], { text: "changed" }, where)).toBe(false);
      expect(await store.replace(NOTES, note, where)).toBe(false);
      expect(await store.delete(NOTES, [tenant, "n1"], where)).toBe(false);
      expect(await stored()).toBeUndefined();
    });
  });

  describe("several records", () => {
    it.each([false, true])("of several kinds are read by their keys (stale: %s)", async (stale) => {
      const ids = range(120).map((n) => `n${n}`);
      await Promise.all(ids.map((id) => store.insert(NOTES, { ...note, id })));
      await store.insert(LINES, line(1));
      const notes = [...ids, "n0", "missing"].map((id) => ({ kind: NOTES, key: [tenant, id] }));
      const found = await store.getMany([...notes, { kind: LINES, key: [tenant, 1] }], { stale });
      const expected = [...ids, "n0"].map((id) => ({ ...note, id }));
      expect(found).toEqual([...expected, undefined, line(1)]);
      expect(await store.getMany([])).toEqual([]);
    });

    it("are counted for their owner, up to a number", async () => {
      for (const id of ["a", "b", "c"]) await store.insert(NOTES, { ...note, id });
      await store.insert(NOTES, { ...note, tenant_id: randomUUID() });
      await store.insert(NAMES, { tenant_id: tenant, subscription: "s", watch_id: "w" });
      expect(await store.count(NOTES, tenant, 10)).toBe(3);
      expect(await store.count(NOTES, tenant, 2)).toBe(2);
      expect(await store.count(NOTES, randomUUID(), 10)).toBe(0);
    });

    it("are found by a field, of all owners", async () => {
      const state = { tenant_id: tenant, record: "a", version: 1, revoked_at: null };
      await store.insert(STATES, state);
      await store.insert(STATES, { ...state, record: "b", revoked_at: NOW });
      await store.insert(STATES, { ...state, tenant_id: STAGE, record: tenant, revoked_at: NOW });
      await store.insert(LINES, Object.assign(line(1), { revoked_at: NOW }));
      const found: string[] = [];
      for await (const { tenant_id, record } of store.withField(STATES, "revoked_at"))
        if (tenant_id === tenant || record === tenant) found.push(record);
      expect(found.toSorted()).toEqual([tenant, "b"].toSorted());
    });
  });

  describe("a page", () => {
    it("holds an owner's records in the order of their keys", async () => {
      for (const id of ["c", "a", "e", "b", "d"]) await store.insert(NOTES, { ...note, id });
      await store.insert(NOTES, { ...note, tenant_id: randomUUID(), id: "x" });
      const read = (limit: number, after?: string) => store.page(NOTES, tenant, { limit, after });
      const first = await read(2);
      expect(idsOf(first)).toEqual(["a", "b"]);
      const second = await read(2, first.next ?? undefined);
      expect(idsOf(second)).toEqual(["c", "d"]);
      expect(await read(2, second.next ?? undefined)).toMatchObject({ items: [{ id: "e" }], next: null });
      expect((await read(5)).next).toBeNull();
      expect(await store.page(NOTES, randomUUID(), { limit: 2 })).toEqual({ items: [], next: null });
    });

    it("is not shortened by records that nobody wants", async () => {
      for (const n of range(30))
        await store.insert(NOTES, { ...note, id: `n${10 + n}`, revision: String(n % 3) });
      const wanted = ({ revision }: Note) => revision === "2";
      const first = await store.page(NOTES, tenant, { limit: 6, wanted });
      expect(idsOf(first)).toEqual(["n12", "n15", "n18", "n21", "n24", "n27"]);
      const rest = await store.page(NOTES, tenant, { limit: 6, wanted, after: first.next ?? undefined });
      expect(idsOf(rest)).toEqual(["n30", "n33", "n36", "n39"]);
      expect(rest.next).toBeNull();
    });

    it("goes by numbers, not by digits", async () => {
      for (const sequence of [10, 9, 100, 2]) await store.insert(LINES, line(sequence));
      const first = await store.page(LINES, tenant, { limit: 3 });
      expect(first.items.map(({ sequence }) => sequence)).toEqual([2, 9, 10]);
      const rest = await store.page(LINES, tenant, { limit: 3, after: first.next ?? undefined });
      expect(rest.items.map(({ sequence }) => sequence)).toEqual([100]);
    });

    it("holds what is listed elsewhere than under its key", async () => {
      await store.insert(PASSES, pass("k2"));
      await store.put(PASSES, pass("k1", { hash: `${tenant}-zzz` }));
      await store.insert(PASSES, pass(`operator-${tenant}`, { tenant_id: null }));
      const { items } = await store.page(PASSES, tenant, { limit: 10 });
      expect(items).toEqual([pass("k1", { hash: `${tenant}-zzz` }), pass("k2")]);
      const operators = await store.page(PASSES, "", { limit: 1000 });
      expect(operators.items.map(({ key_id }) => key_id)).toContain(`operator-${tenant}`);
      expect(await store.delete(PASSES, keyOf(PASSES, pass("k2")))).toBe(true);
      expect((await store.page(PASSES, tenant, { limit: 10 })).items).toHaveLength(1);
    });

    it("leaves out what is listed no more", async () => {
      const listed = async () => {
        const { items } = await store.page(OWNERS, "", { limit: 1000 });
        return items.filter(({ tenant_id }) => tenant_id === tenant);
      };
      await store.insert(OWNERS, owner());
      expect(await listed()).toEqual([owner()]);
      await store.replace(OWNERS, owner({ deleted_at: NOW }), { deleted_at: null });
      expect(await listed()).toEqual([]);
    });
  });

  describe("a range", () => {
    const sequencesOf = async (range?: KeyRange) =>
      (await allOf(LINES, range)).map(({ sequence }) => sequence);
    beforeEach(async () => {
      for (const sequence of [10, 9, 100, 2]) await store.insert(LINES, line(sequence));
      await store.insert(LINES, { ...line(5), tenant_id: randomUUID() });
      await store.insert(STATES, { tenant_id: tenant, record: "a", version: 1, revoked_at: null });
    });

    it.each<[string, KeyRange | undefined, number[]]>([
      ["everything", undefined, [2, 9, 10, 100]],
      ["backwards", { backwards: true }, [100, 10, 9, 2]],
      ["some at once", { together: 3 }, [2, 9, 10, 100]],
      ["one at once, backwards", { together: 1, backwards: true }, [100, 10, 9, 2]],
      ["from one on", { first: 9 }, [9, 10, 100]],
      ["up to one", { last: 10 }, [2, 9, 10]],
      ["between two", { first: 3, last: 99, backwards: true }, [10, 9]],
      ["one alone", { first: 9, last: 9 }, [9]],
      ["ends that nothing is at", { first: 11, last: 99 }, []],
      ["an end before its beginning", { first: 10, last: 9 }, []],
    ])("reads %s", async (_what, range, sequences) => {
      expect(await sequencesOf(range)).toEqual(sequences);
    });

    it("never reads a part without a record, and stops when its reader does", async () => {
      for await (const some of store.range(LINES, randomUUID())) expect(some).not.toEqual([]);
      for await (const some of store.range(LINES, tenant, { together: 1, backwards: true })) {
        expect(some).toEqual([line(100)]);
        break;
      }
    });

    it("goes by text where keys are text", async () => {
      for (const id of ["b", "a~", "a", "c"]) await store.insert(NOTES, { ...note, id });
      const found = await allOf(NOTES, { first: "a", last: "b" });
      expect(found.map(({ id }) => id)).toEqual(["a", "a~", "b"]);
    });
  });

  describe("a large text", () => {
    it.each([0, 1, 350_000, 350_001, 1_500_000])("of %s characters is read back", async (length) => {
      const text = {
        tenant_id: tenant,
        approval_id: "a",
        name: "parts",
        text: "x".repeat(length),
        kept_until: LATER,
      };
      expect(await store.put(LONG_TEXTS, text)).toBe("written");
      const found = await store.get(LONG_TEXTS, [tenant, "a", "parts"]);
      expect(found?.text).toBe(text.text);
      expect(found).toMatchObject({ tenant_id: tenant, approval_id: "a", name: "parts" });
      expect(await store.get(LONG_TEXTS, [tenant, "a", "part"])).toBeUndefined();
    });

    it("is replaced by a shorter one", async () => {
      const text = { tenant_id: tenant, approval_id: "a", name: "n", kept_until: LATER };
      await store.put(LONG_TEXTS, { ...text, text: "x".repeat(800_000) });
      await store.put(LONG_TEXTS, { ...text, text: "short" });
      expect((await store.get(LONG_TEXTS, [tenant, "a", "n"]))?.text).toBe("short");
    });
  });

  describe("a transaction", () => {
    const writes = () => [
      { kind: NOTES, replace: { ...note, revision: "r2" }, where: { revision: "r1" } },
      { kind: STATES, insert: { tenant_id: tenant, record: "a", version: 1, revoked_at: null } },
      { kind: LINES, delete: [tenant, 1] },
      { kind: PASSES, insert: pass("k") },
    ];
    const transact = (list: unknown[]) => store.transact(list as Parameters<typeof store.transact>[0]);
    const prepare = async () => {
      await store.insert(NOTES, note);
      await store.insert(LINES, line(1));
    };

    it("makes all of its writes", async () => {
      await prepare();
      expect(await transact(writes())).toBe(true);
      expect(await stored()).toEqual({ ...note, revision: "r2" });
      expect(await store.get(STATES, [tenant, "a"])).toBeDefined();
      expect(await store.get(LINES, [tenant, 1])).toBeUndefined();
      expect((await store.page(PASSES, tenant, { limit: 2 })).items).toEqual([pass("k")]);
    });

    it.each([
      ["a replaced one changed", () => store.put(NOTES, { ...note, revision: "other" })],
      ["a replaced one is gone", () => store.delete(NOTES, [tenant, "n1"])],
      [
        "an inserted one is there",
        () => store.insert(STATES, { tenant_id: tenant, record: "a", version: 7, revoked_at: null }),
      ],
    ])("makes none when %s", async (_what, meanwhile) => {
      await prepare();
      await meanwhile();
      const [stands, state] = [await stored(), await store.get(STATES, [tenant, "a"])];
      expect(await transact(writes())).toBe(false);
      expect(await stored()).toEqual(stands);
      expect(await store.get(STATES, [tenant, "a"])).toEqual(state);
      expect(await store.get(LINES, [tenant, 1])).toEqual(line(1));
      expect((await store.page(PASSES, tenant, { limit: 2 })).items).toEqual([]);
    });

    it("is made by one of many, and deletes what is not there", async () => {
      await prepare();
      await store.delete(LINES, [tenant, 1]);
      const answers = await Promise.all(range(20).map(() => transact(writes())));
      expect(answers.filter(Boolean)).toHaveLength(1);
    });

    it.each(["insert", "put"])("makes no %s into a deleted tenant", async (write) => {
      await deleteTenant();
      expect(await transact([{ kind: NOTES, [write]: note }])).toBe(false);
      expect(await stored()).toBeUndefined();
    });

    it("puts a record whether it is there or not", async () => {
      expect(await transact([{ kind: NOTES, put: note }])).toBe(true);
      expect(await transact([{ kind: NOTES, put: { ...note, revision: "r2" } }])).toBe(true);
      expect(await stored()).toEqual({ ...note, revision: "r2" });
    });

    it("creates a tenant with what it owns", async () => {
      const list = [
        { kind: OWNERS, insert: owner() },
        { kind: NOTES, insert: note },
      ];
      expect(await transact(list)).toBe(true);
      expect(await store.get(OWNERS, [tenant])).toEqual(owner());
      expect(await stored()).toEqual(note);
    });

    it("may be empty", async () => {
      expect(await transact([])).toBe(true);
    });
  });

  describe("a tenant that is deleted", () => {
    it("leaves nothing but its own record", async () => {
      const other = { ...note, tenant_id: randomUUID() };
      await store.insert(OWNERS, owner());
      for (const n of range(30)) await store.put(PASSES, pass(`k${n}`));
      for (const n of range(130)) await store.insert(NOTES, { ...note, id: `n${n}` });
      for (const n of range(30)) await store.insert(LINES, line(n));
      await store.put(LONG_TEXTS, {
        ...{ tenant_id: tenant, approval_id: "a", name: "n", text: "x", kept_until: LATER },
      });
      await store.insert(NOTES, other);
      await deleteTenant();
      await store.eraseTenant(tenant);
      expect(await store.count(NOTES, tenant, 1)).toBe(0);
      expect(await allOf(LINES)).toEqual([]);
      expect(await store.get(PASSES, keyOf(PASSES, pass("k7")))).toBeUndefined();
      expect((await store.page(PASSES, tenant, { limit: 1 })).items).toEqual([]);
      expect(await store.get(LONG_TEXTS, [tenant, "a", "n"])).toBeUndefined();
      expect(await store.get(OWNERS, [tenant])).toEqual(owner({ deleted_at: NOW }));
      expect(await store.get(NOTES, [other.tenant_id, "n1"])).toEqual(other);
    });

    it("takes no records any more", async () => {
      await deleteTenant();
      expect(await store.insert(NOTES, note)).toBe("tenant_deleted");
      expect(await store.put(NOTES, note)).toBe("tenant_deleted");
      expect(await store.insert(LINES, line(1))).toBe("tenant_deleted");
      const text = {
        tenant_id: tenant,
        approval_id: "a",
        name: "n",
        text: "x".repeat(400_000),
        kept_until: LATER,
      };
      expect(await store.put(LONG_TEXTS, text)).toBe("tenant_deleted");
      expect(await store.count(NOTES, tenant, 1)).toBe(0);
      expect(await allOf(LINES)).toEqual([]);
      expect(await store.get(LONG_TEXTS, [tenant, "a", "n"])).toBeUndefined();
    });

    it("does not keep others, the stage or the operators from writing", async () => {
      await deleteTenant();
      expect(await store.insert(NOTES, { ...note, tenant_id: randomUUID() })).toBe("written");
      expect(await store.put(LINES, { ...line(1), tenant_id: "" })).toBe("written");
      const state = { tenant_id: STAGE, record: tenant, version: 1, revoked_at: null };
      expect(await store.insert(STATES, state)).toBe("written");
    });
  });
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

function idsOf({ items }: Page<Note>): string[] {
  return items.map(({ id }) => id);
}
