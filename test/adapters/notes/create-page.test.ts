import {
  sampleMultiSourceDatabaseId,
  sampleTasksDatabaseId,
} from "@plumbline/sandbox/notes/sample-workspace.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import { SOME_ID, startNotesUnderTest } from "./notes-under-test.ts";

const under = startedForEach(startNotesUnderTest);

const GET_DATABASE = `GET /v1/databases/${sampleTasksDatabaseId}`;
const CREATE = "POST /v1/pages";

test("a page in a database: the title goes under the name the database has for it", async () => {
  expect(await under.create({ title: " Buy soap 🧼 ", content: "# List\n\n- soap" })).toEqual({
    ok: true,
    tool: "notes_create_page",
    credential: expect.objectContaining({ id: expect.any(String) }),
    result: {
      id: "5eed0000-0000-4000-8000-000000000007",
      url: "https://notes.example/5eed0000000040008000000000000007",
      title: "Buy soap 🧼",
      blocks_added: 2,
    },
    attempts: 1,
    elapsed_ms: 0,
  });
  expect(under.asked()).toEqual([GET_DATABASE, CREATE]);
  expect(under.bodies(CREATE)[0]?.properties).toEqual({
    Task: { title: [{ type: "text", text: { content: "Buy soap 🧼" } }] },
  });
});

test("a page below a page needs no look at a database", async () => {
  const page_id = under.notes.workspace.pages[0]?.id;
  expect(await under.create({ parent: { page_id } })).toMatchObject({
    ok: true,
    result: { blocks_added: 0 },
  });
  expect(under.bodies("")).toEqual([
    {
      parent: { page_id },
      properties: { title: { title: [{ type: "text", text: { content: "Buy soap" } }] } },
    },
  ]);
  expect(under.notes.workspace.pages.at(-1)?.parent).toEqual({ page_id });
});

test.each([{}, { url: null }])("an answer without a url is still a page: %j", async (more) => {
  under.notes.script(CREATE, json({ object: "page", id: SOME_ID, ...more }));
  expect(succeeded(await under.create()).result).toEqual({
    id: SOME_ID,
    title: "Buy soap",
    blocks_added: 0,
  });
});

describe("properties", () => {
  test("plain values take the form their type has", async () => {
    const ada = "5eed0000-0000-4000-8000-ada000000000";
    const properties = {
      Status: "Doing",
      Tags: ["home", "new"],
      Due: "2026-01-31",
      Points: 2.5,
      Urgent: false,
      Notes: "x".repeat(2_001),
      "ln%3A1": "https://x.example",
      Owner: [ada],
    };
    expect(await under.create({ properties })).toMatchObject({ ok: true });
    expect(under.bodies(CREATE)[0]?.properties).toMatchObject({
      Status: { status: { name: "Doing" } },
      Tags: { multi_select: [{ name: "home" }, { name: "new" }] },
      Due: { date: { start: "2026-01-31" } },
      Points: { number: 2.5 },
      Urgent: { checkbox: false },
      Notes: { rich_text: [{ text: { content: "x".repeat(2_000) } }, { text: { content: "x" } }] },
      "ln%3A1": { url: "https://x.example" },
      Owner: { people: [{ id: ada }] },
    });
  });

  test("the provider's own form goes through as it is", async () => {
    const Due = { date: { start: "2026-01-31T10:00:00", end: null, time_zone: "Europe/Berlin" } };
    await under.create({ properties: { Due } });
    expect(under.bodies(CREATE)[0]?.properties).toMatchObject({ Due });
  });

  const range = { start: "2026-12-01", end: "2026-12-03" };
  test.each<[what: string, properties: Record<string, unknown>, sent: Record<string, unknown>]>([
    ["a range in an object", { Due: range }, { Due: { date: range } }],
    ["a range without an end", { Due: { ...range, end: null } }, { Due: { date: { start: range.start } } }],
    ["a range of ISO 8601", { Due: "2026-12-01/2026-12-03" }, { Due: { date: range } }],
    ["a range with an arrow", { Due: "2026-12-01 → 2026-12-03" }, { Due: { date: range } }],
    ["a range in words", { Due: "2026-12-01 to 2026-12-03" }, { Due: { date: range } }],
    ["a range with a dash", { Due: "2026-12-01 – 2026-12-03" }, { Due: { date: range } }],
    ["a range as a list", { Due: ["2026-12-01", "2026-12-03"] }, { Due: { date: range } }],
    ["a date under its type", { Due: { date: "2026-12-01" } }, { Due: { date: { start: "2026-12-01" } } }],
    [
      "a moment",
      { Due: "2026-12-01T10:00:00-05:00" },
      { Due: { date: { start: "2026-12-01T10:00:00-05:00" } } },
    ],
    ["a number as text", { Points: "5" }, { Points: { number: 5 } }],
    ["a negative number as text", { Points: " -2.5 " }, { Points: { number: -2.5 } }],
    ["a tick as text", { Urgent: "True" }, { Urgent: { checkbox: true } }],
    [
      "options with commas",
      { Tags: "home, new" },
      { Tags: { multi_select: [{ name: "home" }, { name: "new" }] } },
    ],
    ["one option", { Tags: "home" }, { Tags: { multi_select: [{ name: "home" }] } }],
    ["options as objects", { Tags: [{ name: "home" }] }, { Tags: { multi_select: [{ name: "home" }] } }],
    ["an option as an object", { Status: { name: "Done" } }, { Status: { status: { name: "Done" } } }],
    [
      "a number as a text",
      { Notes: 5 },
      { Notes: { rich_text: [{ type: "text", text: { content: "5" } }] } },
    ],
    ["one person", { Owner: SOME_ID }, { Owner: { people: [{ id: SOME_ID }] } }],
    ["nothing", { Due: null, Points: null }, {}],
    ["the title again", { Task: "Buy soap" }, {}],
    ["the title again by its id", { title: "Buy soap " }, {}],
    ["the title again in the provider's form", { Task: { title: [{ text: { content: "Buy soap" } }] } }, {}],
  ])("%s", async (_what, properties, sent) => {
    expect(await under.create({ properties })).toMatchObject({ ok: true });
    expect(under.bodies(CREATE)[0]?.properties).toEqual({
      ...sent,
      Task: { title: [{ type: "text", text: { content: "Buy soap" } }] },
    });
  });

  test("a page below a page may have its title twice", async () => {
    const parent = { page_id: under.notes.workspace.pages[0]?.id };
    expect(await under.create({ parent, properties: { Title: "Buy soap" } })).toMatchObject({ ok: true });
    expect(refused(await under.create({ parent, properties: { title: "Tea" } })).refusal_reason).toContain(
      "differs from `title`",
    );
  });

  const known =
    "Use one of the database's properties: Status (status), Tags (multi_select), Due (date), Points (number), Urgent (checkbox), " +
    "Notes (rich_text), Link (url), Owner (people), Score (formula).";
  test.each<[what: string, properties: Record<string, unknown>, reason: string, nextStep?: string]>([
    ["unknown", { Stauts: "Done" }, "properties.Stauts: there is no such property.", known],
    [
      "of the object's own",
      { constructor: "x" },
      "properties.constructor: there is no such property.",
      known,
    ],
    [
      "another title",
      { Task: "x" },
      "properties.Task: is the page's title and differs from `title`; give it only as `title`.",
    ],
    [
      "another title by its id",
      { title: { title: [{ text: { content: "x" } }] } },
      "properties.title: is the page's title and differs from `title`; give it only as `title`.",
    ],
    [
      "computed",
      { Score: 3 },
      "properties.Score: is a formula, which the notes app (Notion) fills in itself.",
    ],
    [
      "of the wrong kind",
      { Points: "two" },
      'properties.Points: must be a number, or an object {"number": …} in the provider\'s form.',
    ],
    [
      "more digits than a number holds",
      { Points: "12345678901234567890" },
      'properties.Points: must be a number, or an object {"number": …} in the provider\'s form.',
    ],
    [
      "a person by e-mail",
      { Owner: ["ada@example.com"] },
      "properties.Owner: must be an array of ids of people (no names or e-mail addresses), " +
        'or an object {"people": …} in the provider\'s form.',
    ],
    [
      "in another type's form",
      { Status: { select: { name: "Done" } } },
      'properties.Status: must be the name of an option, or an object {"status": …} in the provider\'s form.',
    ],
    [
      "a range without a start",
      { Due: { end: "2026-12-03" } },
      'properties.Due: must be an ISO 8601 date, or {"start": …, "end": …}, ' +
        'or an object {"date": …} in the provider\'s form.',
    ],
    [
      "a range of three ends",
      { Due: ["2026-12-01", "2026-12-02", "2026-12-03"] },
      'properties.Due: must be an ISO 8601 date, or {"start": …, "end": …}, ' +
        'or an object {"date": …} in the provider\'s form.',
    ],
  ])("%s: refused before anything is created", async (_what, properties, reason, nextStep) => {
    const result = refused(await under.create({ properties }));
    expect(result).toMatchObject({ error_code: "validation", refusal_reason: reason, attempts: 1 });
    expect(result.next_step).toBe(nextStep);
    expect(under.asked()).toEqual([GET_DATABASE]);
  });

  test("of a database that has a title alone", async () => {
    under.notes.script("GET", json({ id: SOME_ID, properties: { Name: { id: "title", type: "title" } } }));
    expect(refused(await under.create({ properties: { Status: "Done" } }))).toMatchObject({
      refusal_reason: "properties.Status: there is no such property.",
      next_step: "Leave out `properties`: like every page outside a database, this page only has a title.",
    });
  });

  test("an option that does not exist is the provider's to refuse", async () => {
    expect(refused(await under.create({ properties: { Status: "Later" } }))).toMatchObject({
      error_code: "validation",
      refusal_reason:
        'The notes app (Notion) refused the call: Invalid status option. Status option "Later" does not exist.',
    });
  });

  test("a type nobody knows takes the provider's form alone", async () => {
    const properties = { Name: { id: "title", type: "title" }, Place: { id: "p", type: "place" } };
    const database = json({ object: "database", id: "d", properties });
    under.notes.script("GET", database, database);
    under.notes.script(CREATE, json({ object: "page", id: SOME_ID }));
    expect(refused(await under.create({ properties: { Place: "here" } })).refusal_reason).toBe(
      'properties.Place: must be an object {"place": …} in the provider\'s form.',
    );
    expect(await under.create({ properties: { Place: { place: { lat: 1 } } } })).toMatchObject({ ok: true });
  });
});

test("a database of several sources is refused clearly, and the version is not switched", async () => {
  const parent = { database_id: sampleMultiSourceDatabaseId };
  expect(refused(await under.create({ parent }))).toMatchObject({
    error_code: "validation",
    refusal_reason:
      "This database has several data sources, which the provider's API version 2022-06-28 can neither read nor write.",
    attempts: 1,
  });
  const versions = under.notes.requests.map(({ headers }) => headers["notion-version"]);
  expect(new Set(versions)).toEqual(new Set(["2022-06-28"]));
});
