import { APIErrorCode, Client, LogLevel } from "@notionhq/client";
import { notesRateLimited, notesUnavailable } from "@plumbline/sandbox/notes/failures.ts";
import { startNotes } from "@plumbline/sandbox/notes/notes.ts";
import {
  sampleMultiSourceDatabaseId,
  sampleNotesToken,
  sampleReadOnlyNotesToken,
  sampleTasksDatabaseId,
} from "@plumbline/sandbox/notes/sample-workspace.ts";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { startedForEach } from "../../support/started.ts";

const notes = startedForEach(startNotes);

interface Asked {
  status: number;
  body: Record<string, unknown>;
}

async function ask(
  method: "GET" | "POST" | "PATCH",
  path: string,
  body?: unknown,
  version: Record<string, string> = { "notion-version": "2022-06-28" },
): Promise<Asked> {
  const response = await request(`${notes.url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${sampleNotesToken}`, ...version },
    body: body === undefined || typeof body === "string" ? (body ?? null) : JSON.stringify(body),
  });
  return { status: response.statusCode, body: (await response.body.json()) as Record<string, unknown> };
}

const title = { title: [{ text: { content: "T" } }] };
const create = (more: Record<string, unknown>) =>
  ask("POST", "pages", {
    parent: { database_id: sampleTasksDatabaseId },
    properties: { Task: title },
    ...more,
  });
const text = (content: string, more = {}) => ({ rich_text: [{ text: { content } }], ...more });
const paragraph = (content: string, more = {}) => ({ type: "paragraph", paragraph: text(content, more) });
const nested = (levels: number): object =>
  paragraph("x", levels === 0 ? {} : { children: [nested(levels - 1)] });
const row = (cells: number) => ({ type: "table_row", table_row: { cells: Array(cells).fill([]) } });
const table = (rows: object[]) => ({ type: "table", table: { table_width: 2, children: rows } });

describe("a page that breaks a limit is refused, and nothing of it stays", () => {
  it.each<[what: string, more: Record<string, unknown>, message: string]>([
    ["101 blocks", { children: Array(101).fill(paragraph("x")) }, "children.length should be ≤ `100`"],
    ["2,001 characters", { children: [paragraph("x".repeat(2_001))] }, "content.length should be ≤ `2000`"],
    [
      "101 items",
      { children: [{ type: "quote", quote: { rich_text: Array(101).fill({ text: { content: "x" } }) } }] },
      "rich_text.length should be ≤ `100`",
    ],
    ["three levels below", { children: [nested(3)] }, "children should be not present"],
    [
      "1,010 blocks in all",
      { children: Array(10).fill(paragraph("x", { children: Array(100).fill(paragraph("y")) })) },
      "more than 1000 block elements",
    ],
    ["a row of another width", { children: [table([row(3)])] }, "Number of cells in table row must match"],
    ["a table without rows", { children: [table([])] }, "length should be ≥ `1`"],
    [
      "children of a heading",
      { children: [{ type: "heading_1", heading_1: text("x", { children: [] }) }] },
      "children should be not present",
    ],
    [
      "an unknown language",
      { children: [{ type: "code", code: text("x", { language: "klingon" }) }] },
      "language should be one of",
    ],
    ["an unknown type", { children: [{ type: "riddle", riddle: {} }] }, "not a known block type"],
    [
      "a link that is none",
      {
        children: [
          {
            type: "quote",
            quote: { rich_text: [{ text: { content: "x", link: { url: "javascript:x" } } }] },
          },
        ],
      },
      "Invalid URL for link.",
    ],
    ["half a surrogate pair", { children: [paragraph("\ud83d")] }, "not valid Unicode"],
    ["an unknown property", { properties: { Name: title } }, "Name is not a property that exists."],
    [
      "a property of another type",
      { properties: { Task: title, Points: { rich_text: [] } } },
      "Points is expected to be number.",
    ],
    [
      "a comma in an option",
      { properties: { Task: title, Tags: { multi_select: [{ name: "a,b" }] } } },
      "commas not allowed",
    ],
    ["no parent", { parent: {} }, "body.parent should be defined"],
  ])("%s", async (_what, more, message) => {
    const before = notes.workspace.pages.length;
    expect(await create(more)).toMatchObject({
      status: 400,
      body: { object: "error", code: "validation_error", message: expect.stringContaining(message) },
    });
    expect(notes.workspace.pages).toHaveLength(before);
  });

  it("500 kB", async () => {
    expect(await create({ icon: "x".repeat(500_000) })).toMatchObject({ status: 413 });
  });
});

it("takes what is just within the limits, and a page below a page is a block of it", async () => {
  const parent = { page_id: notes.workspace.pages[1]?.id };
  const children = [nested(2), table([row(2)]), { type: "divider", divider: {} }];
  const { status, body } = await ask("POST", "pages", { parent, properties: { title }, children });
  expect(status).toBe(200);
  const below = await ask("GET", `blocks/${parent.page_id}/children`);
  expect(below.body).toMatchObject({
    results: [{ type: "child_page", id: body.id, has_children: true, child_page: { title: "T" } }],
  });
});

describe("requests it does not understand", () => {
  it.each<[what: string, answer: () => Promise<Asked>, status: number, code: string]>([
    ["no version", () => ask("GET", "users/me", undefined, {}), 400, "missing_version"],
    ["no such path", () => ask("GET", "data_sources"), 400, "invalid_request_url"],
    ["an id that is none", () => ask("GET", "databases/x"), 400, "validation_error"],
    ["no JSON", () => ask("POST", "pages", "{"), 400, "invalid_json"],
    ["JSON that is no object", () => ask("POST", "pages", "[]"), 400, "validation_error"],
    [
      "a cursor of another list",
      () => ask("POST", `databases/${sampleTasksDatabaseId}/query`, { start_cursor: "x" }),
      400,
      "validation_error",
    ],
    [
      "a filter of another type",
      () =>
        ask("POST", `databases/${sampleTasksDatabaseId}/query`, {
          filter: { property: "Status", select: { equals: "Done" } },
        }),
      400,
      "validation_error",
    ],
    [
      "blocks of nothing",
      () => ask("PATCH", `blocks/${sampleTasksDatabaseId}/children`, { children: [] }),
      404,
      "object_not_found",
    ],
  ])("%s", async (_what, answer, status, code) => {
    expect(await answer()).toMatchObject({ status, body: { code, request_id: "sandbox-1" } });
  });
});

describe("official client", () => {
  const clientWith = (auth: string, notionVersion = "2022-06-28") =>
    new Client({ auth, baseUrl: notes.url, notionVersion, retry: false, logLevel: LogLevel.ERROR });

  const query = (client: Client, id: string, body: Record<string, unknown> = {}) =>
    client.request<{ results: { id: string }[]; next_cursor: string | null }>({
      path: `databases/${id}/query`,
      method: "post",
      body,
    });

  it("the provider's own client queries, creates, appends and reads", async () => {
    const client = clientWith(sampleNotesToken);
    const found = await query(client, sampleTasksDatabaseId, {
      filter: { property: "Status", status: { equals: "Done" } },
    });
    expect(found.results).toMatchObject([
      { object: "page", properties: { Status: { status: { name: "Done" } } } },
    ]);

    const created = await client.pages.create({
      parent: { database_id: sampleTasksDatabaseId },
      properties: { Task: { title: [{ text: { content: "New" } }] } },
      children: [{ paragraph: { rich_text: [{ text: { content: "One" } }] }, type: "paragraph" }],
    });
    await client.blocks.children.append({
      block_id: created.id,
      children: [{ to_do: { rich_text: [{ text: { content: "Two" } }], checked: true }, type: "to_do" }],
    });
    const { results } = await client.blocks.children.list({ block_id: created.id });
    expect(results).toMatchObject([
      { type: "paragraph", paragraph: { rich_text: [{ plain_text: "One" }] }, has_children: false },
      { type: "to_do", to_do: { checked: true } },
    ]);
    expect(await client.pages.retrieve({ page_id: created.id })).toMatchObject({
      url: `https://notes.example/${created.id.replaceAll("-", "")}`,
    });
    expect(await client.users.me({})).toMatchObject({ type: "bot", bot: { workspace_name: "Sandbox" } });
    expect(notes.failures).toEqual([]);
  });

  it("the provider's own client walks a list to its end", async () => {
    const client = clientWith(sampleNotesToken);
    const first = await query(client, sampleTasksDatabaseId, { page_size: 2 });
    const second = await query(client, sampleTasksDatabaseId, { start_cursor: first.next_cursor });
    expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(
      notes.workspace.pages.map(({ id }) => id),
    );
    expect(second.next_cursor).toBeNull();
  });

  it("the provider's own client reads refusals, limits and outages", async () => {
    const client = clientWith(sampleNotesToken);
    const readOnly = clientWith(sampleReadOnlyNotesToken);
    await expect(clientWith("ntn_unknown").users.me({})).rejects.toMatchObject({
      code: APIErrorCode.Unauthorized,
      status: 401,
      request_id: "sandbox-1",
    });
    const parent = { page_id: notes.workspace.pages[0]?.id ?? "" };
    await expect(readOnly.pages.create({ parent })).rejects.toMatchObject({
      code: APIErrorCode.RestrictedResource,
    });
    await expect(client.pages.retrieve({ page_id: sampleTasksDatabaseId })).rejects.toMatchObject({
      code: APIErrorCode.ObjectNotFound,
      message: expect.stringContaining("shared with your integration"),
    });
    await expect(query(client, sampleMultiSourceDatabaseId)).rejects.toMatchObject({
      code: APIErrorCode.ValidationError,
      additional_data: {
        error_type: "multiple_data_sources_for_database",
        minimum_api_version: "2025-09-03",
      },
    });
    await expect(clientWith(sampleNotesToken, "1999-01-01").users.me({})).rejects.toMatchObject({
      code: APIErrorCode.ValidationError,
    });
    notes.script("GET /v1/users/me", notesRateLimited(7), notesUnavailable(502));
    await expect(client.users.me({})).rejects.toMatchObject({ code: APIErrorCode.RateLimited, status: 429 });
    await expect(client.users.me({})).rejects.toMatchObject({ status: 502 });
  });
});
