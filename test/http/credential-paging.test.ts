import { expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type Answer, itemsOf, startApi } from "./api-under-test.ts";

const api = startedForFile(startApi);

const create = (key: string, label: string, kind = "crm") =>
  api.addCredential({ kind, label, token: "t" }, key);

/** Creates a tenant with forty credentials. */
async function tenantWithMany() {
  const key = (await api.createTenant("many")).apiKey.reveal();
  const made: string[] = [];
  for (let index = 0; index < 40; index++) made.push(await create(key, `label ${index}`));
  return { key, made };
}

/** Reads every page, and calls `meanwhile` with what was read so far. */
async function readAll(key: string, limit: number, meanwhile: (seen: string[]) => unknown = () => undefined) {
  const seen: string[] = [];
  const sizes: number[] = [];
  let cursor: unknown = "";
  while (cursor !== null) {
    const from = cursor === "" ? "" : `&cursor=${cursor}`;
    const page = (): Promise<Answer> =>
      api.call("GET", `/api/v1/credentials?kind=crm&limit=${limit}${from}`, { key });
    const answer = await page();
    expect((await page()).text, "the same page once more").toBe(answer.text);
    seen.push(...itemsOf(answer).map(({ id }) => String(id)));
    sizes.push(itemsOf(answer).length);
    cursor = answer.json.next_cursor;
    await meanwhile(seen);
  }
  return { seen, sizes };
}

test("pages hold every record once, and the last one ends the list, also where it is full", async () => {
  const { key, made } = await tenantWithMany();
  const { seen, sizes } = await readAll(key, 17);
  expect(seen.toSorted()).toEqual(made.toSorted());
  expect(sizes).toEqual([17, 17, 6]);
  expect((await readAll(key, 20)).sizes).toEqual([20, 20]);
});

test("those made and revoked meanwhile hide and repeat none of the others", async () => {
  const { key, made } = await tenantWithMany();
  const { seen } = await readAll(key, 17, async (seen) => {
    await create(key, `meanwhile ${seen.length}`);
    await create(key, `meanwhile ${seen.length}`, "notes");
    await api.call("DELETE", `/api/v1/credentials/${seen.at(-1)}`, { key });
  });
  expect(new Set(seen).size).toBe(seen.length);
  expect(made.filter((id) => !seen.includes(id))).toEqual([]);
});
