import { beforeAll, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type Answer, itemsOf, startApi } from "./api-under-test.ts";

const COUNT = 120;

/** The key of a tenant that these tests only read from. */
let key: string;
let made: Set<string>;

const api = startedForFile(startApi);

beforeAll(async () => {
  ({ key, made } = await tenantWithMany());
});

async function tenantWithMany(): Promise<{ key: string; made: Set<string> }> {
  const key = (await api.createTenant("many")).apiKey.reveal();
  const made = new Set<string>();
  for (let index = 0; index < COUNT; index++) made.add(await create(key, `label ${index}`));
  return { key, made };
}

async function create(key: string, label: string, kind = "crm"): Promise<string> {
  const { json } = await api.call("POST", "/api/v1/credentials", { key, body: { kind, label, token: "t" } });
  return String(json.id);
}

const page = (cursor: unknown, limit = 17, as = key): Promise<Answer> =>
  api.call("GET", `/api/v1/credentials?kind=crm&limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`, {
    key: as,
  });

test("pages hold every record once, the last one ends the list", async () => {
  const seen: string[] = [];
  let cursor: unknown = null;
  let pages = 0;
  do {
    const answer: Answer = await page(cursor);
    seen.push(...itemsOf(answer).map(({ id }) => String(id)));
    cursor = answer.json.next_cursor;
    pages += 1;
  } while (cursor !== null);
  expect(pages).toBe(Math.ceil(COUNT / 17));
  expect(seen.toSorted()).toEqual([...made].toSorted());
});

test("a limit that ends with the list has no next page", async () => {
  const first = await page(null, 100);
  const second = await page(first.json.next_cursor, 20);
  expect([itemsOf(first).length, itemsOf(second).length, second.json.next_cursor]).toEqual([100, 20, null]);
});

test("50 are on a page where no limit is asked", async () => {
  expect(itemsOf(await api.call("GET", "/api/v1/credentials", { key }))).toHaveLength(50);
});

test("a cursor asked twice gives the same page", async () => {
  const { json } = await page(null);
  expect((await page(json.next_cursor)).text).toBe((await page(json.next_cursor)).text);
});

test("those made and revoked meanwhile hide and repeat none of the others", async () => {
  const { key: changing, made: atFirst } = await tenantWithMany();
  const seen: string[] = [];
  let cursor: unknown = null;
  do {
    const answer: Answer = await page(cursor, 17, changing);
    seen.push(...itemsOf(answer).map(({ id }) => String(id)));
    cursor = answer.json.next_cursor;
    await create(changing, `meanwhile ${seen.length}`);
    await create(changing, `meanwhile ${seen.length}`, "notes");
    await api.call("DELETE", `/api/v1/credentials/${seen.at(-1)}`, { key: changing });
  } while (cursor !== null);
  expect(new Set(seen).size).toBe(seen.length);
  expect([...atFirst].filter((id) => !seen.includes(id))).toEqual([]);
});
