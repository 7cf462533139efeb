import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ConsoleUnderTest, SCREENS, signInWith, startConsoleUnderTest } from "./console-under-test.ts";

/** Records of a long list. */
const MANY = 10_000;
const TOOL = "chatapp_post_channel";

type Item = Record<string, unknown>;

interface ListPage {
  hash: string;
  /** File of the key that opens it. */
  key: string;
  path: string;
  /** Says that the list is empty. Omitted for a list that a new service has an entry of. */
  empty?: string;
  /** Returns another record like this one. */
  renamed: (item: Item, at: number) => Item;
  /** Column to sort by. */
  sort?: string;
  /** The service searches, not the browser. */
  isSearchedByService?: true;
}

const idAt = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
const nameAt = (at: number) => `Record ${at}.`;

const LISTS: readonly ListPage[] = [
  {
    hash: "#/connections",
    key: "dev-api-key",
    path: "/api/v1/credentials",
    empty: "No accounts are connected",
    renamed: (item, at) => ({ ...item, id: idAt(at), label: nameAt(at) }),
  },
  {
    hash: "#/tenants",
    key: "operator-key",
    path: "/api/v1/tenants",
    renamed: (item, at) => ({ ...item, tenant_id: idAt(at), name: nameAt(at) }),
    sort: "Name",
  },
  {
    hash: "#/watches",
    key: "dev-api-key",
    path: "/api/v1/watches",
    empty: "There are no watches",
    renamed: (item, at) => ({ ...item, id: idAt(at), source: { type: "feed", url: nameAt(at) } }),
    sort: "Watch",
  },
  {
    hash: "#/approvals",
    key: "approver-key",
    path: "/api/v1/approvals",
    empty: "No calls are waiting",
    renamed: (item, at) => ({ ...item, id: idAt(at), title: nameAt(at) }),
    sort: "Call",
  },
  {
    hash: "#/calls",
    key: "dev-api-key",
    path: "/api/v1/calls",
    empty: "No calls yet",
    renamed: (item, at) => ({ ...item, id: idAt(at), tool: nameAt(at) }),
  },
  {
    hash: "#/chat",
    key: "dev-api-key",
    path: "/api/v1/chats",
    renamed: (item, at) => ({ ...item, conversation_id: `chat-${at}`, title: nameAt(at) }),
    isSearchedByService: true,
  },
  {
    hash: "#/audit",
    key: "dev-api-key",
    path: "/api/v1/audit",
    renamed: (item, at) => ({ ...item, sequence: at + 1, subject: nameAt(at) }),
  },
];

let bare: ConsoleUnderTest;
let three: ConsoleUnderTest;

beforeAll(async () => {
  bare = await startConsoleUnderTest();
  three = await startConsoleUnderTest({ model: "assisting" });
  const post = (path: string, body: object, method = "POST", key = three.key) =>
    fetch(`${three.service.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    }).then((answer) => answer.text());
  const operator = await keyOf(three, "operator-key");
  await post("policy", { approval: { [TOOL]: "always" }, unnamed_runs_follow_outside_text: false }, "PUT");
  for (const at of [1, 2, 3]) {
    await post("credentials", { kind: "chatapp_bot", label: `Team ${at}`, token: `xoxb-${at}` });
    await post("tenants", { name: `Customer ${at}` }, "POST", operator);
    const url = `${three.service.sandbox.feeds.url}/rss.xml?${at}`;
    await post("tools/rss_subscribe", { arguments: { url } });
    const credential_id = JSON.parse(await get(three, "/api/v1/credentials")).items[0].id;
    await post(`tools/${TOOL}`, { arguments: { channel: "#general", text: `Text ${at}`, credential_id } });
    const messages = [{ role: "user", content: `Show my connections, ${at}` }];
    await post("agent/stream", { conversation_id: `chat-${at}`, messages });
  }
}, 120_000);

afterAll(async () => {
  await bare.close();
  await three.close();
});

const keyOf = async ({ service }: ConsoleUnderTest, name: string) =>
  (await readFile(join(service.dataDir, name), "utf8")).trim();

async function get({ service, key }: ConsoleUnderTest, path: string, other = key): Promise<string> {
  return (await fetch(service.url + path, { headers: { authorization: `Bearer ${other}` } })).text();
}

async function openList(of: ConsoleUnderTest, { hash, key }: ListPage, viewport = SCREENS.desktop) {
  const tab = await of.open({ viewport });
  await tab.page.goto(`${of.service.url}/#/nowhere`);
  await signInWith(tab.page, await keyOf(of, key));
  return {
    ...tab,
    show: async () => {
      await tab.page.goto(`${of.service.url}/${hash}`);
      await tab.page.locator("main h1").waitFor();
    },
  };
}

/**
 * Answers a list's requests with many records, page by page, each made from one of the service. Returns the
 * requests: their limit, and the record that they begin at.
 */
async function multiply(page: Page, { path, renamed }: ListPage, item: Item) {
  const reads: { from: number; limit: number }[] = [];
  const all = Array.from({ length: MANY }, (_, at) => renamed(item, at));
  await page.route(`**${path}?*`, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [from, limit] = [
      Number(query.get("cursor") ?? query.get("after") ?? 0),
      Number(query.get("limit")),
    ];
    reads.push({ from, limit });
    const found = all.filter((one) => JSON.stringify(one).includes(query.get("search") ?? ""));
    const next_cursor = from + limit < found.length ? String(from + limit) : null;
    return route.fulfill({ json: { items: found.slice(from, from + limit), next_cursor, key_names: {} } });
  });
  return reads;
}

const rowsOf = (page: Page) => page.locator("main :is(table:last-of-type tbody tr, .connection)");

describe.each(LISTS)("$hash", (list) => {
  test.runIf(list.empty)("says that it is empty", async () => {
    const { page, show, checkWhole, picture } = await openList(bare, list);
    await show();
    await page.getByText(list.empty ?? "").waitFor();
    await picture(`list-0-${list.hash.slice(2)}`);
    await checkWhole();
  });

  test.each(Object.entries(SCREENS))("shows three records on a %s", async (screen, viewport) => {
    const { page, show, checkWhole, picture } = await openList(
      three,
      list,
      viewport as typeof SCREENS.desktop,
    );
    await show();
    await rowsOf(page).nth(2).waitFor();
    await picture(`list-3-${screen}-${list.hash.slice(2)}`);
    await checkWhole();
  });

  test("shows the first of ten thousand records, finds one of them, and shows more on request", async () => {
    const { page, show, checkWhole, picture } = await openList(three, list);
    const { items } = JSON.parse(await get(three, `${list.path}?limit=1`, await keyOf(three, list.key)));
    const reads = await multiply(page, list, items[0]);
    await show();
    await rowsOf(page).nth(19).waitFor();
    await page.waitForLoadState("networkidle");
    const shown = await rowsOf(page).count();
    expect(shown).toBeLessThanOrEqual(100);
    expect(reads.filter(({ from }) => from > 0)).toEqual([]);
    await picture(`list-many-${list.hash.slice(2)}`);
    await checkWhole();
    await page.getByRole("button", { name: "Load more" }).click();
    await rowsOf(page).nth(shown).waitFor();
    for (const more of [2, 3]) {
      await page.getByRole("button", { name: "Load more" }).click();
      await rowsOf(page)
        .nth(more * shown)
        .waitFor();
    }
    const search = page.getByLabel("Search", { exact: true });
    if ((await search.count()) === 0) return;
    const countWholeReads = () => reads.filter(({ from, limit }) => from === 0 && limit === 100).length;
    const before = countWholeReads();
    await search.fill(nameAt(MANY - 1));
    await rowsOf(page).nth(1).waitFor({ state: "detached" });
    // It reads all pages of a list that the service does not search.
    await rowsOf(page)
      .getByText(nameAt(MANY - 1))
      .waitFor({ timeout: 100_000 });
    if (!list.isSearchedByService) await page.getByText(`1 of ${MANY}`).waitFor();
    // What was read before the search is not read again.
    expect(countWholeReads()).toBe(before);
    await search.fill("");
    if (list.sort === undefined) return;
    for (const order of ["ascending", "descending"]) {
      const column = page.getByRole("columnheader", { name: list.sort });
      while ((await column.getAttribute("aria-sort")) !== order) await column.getByRole("button").click();
    }
    await rowsOf(page)
      .first()
      .getByText(nameAt(MANY - 1))
      .waitFor({ timeout: 100_000 });
  }, 180_000);
});

test.each([3, MANY])(
  "the first page counts %i records of a kind, and says where it stopped counting",
  async (count) => {
    const { page, checkWhole, picture } = await three.openSignedIn("#/nowhere");
    if (count === MANY)
      for (const list of LISTS.filter(({ hash }) => ["#/connections", "#/approvals"].includes(hash))) {
        const { items } = JSON.parse(await get(three, `${list.path}?limit=1`));
        await multiply(
          page,
          list,
          list.hash === "#/approvals" ? items[0] : { ...items[0], status: "expired" },
        );
      }
    await page.goto(`${three.service.url}/#/home`);
    await page.getByRole("link", { name: "calls need approval" }).waitFor();
    if (count === MANY) {
      await page.getByText("50+").first().waitFor();
      await page.getByRole("link", { name: "accounts need attention" }).waitFor();
      await page.getByText("the first 100 each were checked").waitFor();
    }
    await picture(`home-${count}`);
    await checkWhole();
  },
);
