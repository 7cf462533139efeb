import { APIErrorCode, Client, LogLevel } from "@notionhq/client";
import { notesRateLimited, notesUnavailable } from "@plumbline/sandbox/notes/failures.ts";
import { type NotesServer, startNotes } from "@plumbline/sandbox/notes/notes.ts";
import {
  sampleMultiSourceDatabaseId,
  sampleNotesToken,
  sampleReadOnlyNotesToken,
  sampleTasksDatabaseId,
} from "@plumbline/sandbox/notes/sample-workspace.ts";
import { afterEach, beforeEach, expect, it } from "vitest";

let notes: NotesServer;

beforeEach(async () => {
  notes = await startNotes();
});

afterEach(() => notes.close());

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
    additional_data: { error_type: "multiple_data_sources_for_database", minimum_api_version: "2025-09-03" },
  });
  await expect(clientWith(sampleNotesToken, "1999-01-01").users.me({})).rejects.toMatchObject({
    code: APIErrorCode.ValidationError,
  });
  notes.script("GET /v1/users/me", notesRateLimited(7), notesUnavailable(502));
  await expect(client.users.me({})).rejects.toMatchObject({ code: APIErrorCode.RateLimited, status: 429 });
  await expect(client.users.me({})).rejects.toMatchObject({ status: 502 });
});
