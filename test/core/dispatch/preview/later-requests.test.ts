import { startSandbox } from "@plumbline/sandbox";
import { sampleTasksDatabaseId } from "@plumbline/sandbox/notes/sample-workspace.ts";
import { sampleIds } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { afterAll, describe, expect, test } from "vitest";
import { FILES } from "../../../adapters/microblog/microblog-under-test.ts";
import { startedForFile } from "../../../support/started.ts";
import {
  expectNothingArrived,
  shownRequests,
  startPreviewUnderTest,
  type ToolCall,
} from "./preview-under-test.ts";

const sandbox = startedForFile(startSandbox);
const under = startedForFile(() => startPreviewUnderTest(sandbox));

afterAll(async () => {
  expectNothingArrived(sandbox);
});

/** Each request as `METHOD /path?query`, and its body. */
async function shown(call: ToolCall): Promise<[request: string, body: unknown][]> {
  return shownRequests(await under.preview(call)).map(({ method, url, body }) => [
    `${method} ${url.replace(/^https?:\/\/[^/]+/, "")}`,
    body,
  ]);
}

test("a message by e-mail: the person, the conversation, the message", async () => {
  const text = "a < b";
  expect(await shown({ tool: "chatapp_dm", args: { to: "ada@example.com", text } })).toEqual([
    ["POST /api/users.lookupByEmail", { email: "ada@example.com" }],
    ["POST /api/conversations.open", { users: "<id of the user>" }],
    ["POST /api/chat.postMessage", { channel: "<id of the conversation>", text: "a &lt; b" }],
  ]);
});

test("a message by the person's id has no look-up, one by a conversation's is the first request", async () => {
  const to = (id: string) => shown({ tool: "chatapp_dm", args: { to: id, text: "Hi" } });
  expect((await to("U0ADA")).map(([request]) => request)).toEqual([
    "POST /api/conversations.open",
    "POST /api/chat.postMessage",
  ]);
  expect(await to("D0ADA")).toEqual([["POST /api/chat.postMessage", { channel: "D0ADA", text: "Hi" }]]);
});

describe("a page", () => {
  const content = Array.from({ length: 101 }, (_, line) => `Line ${line}.`).join("\n\n");
  const title = [{ type: "text", text: { content: "Soap" } }];

  test("in a database has its properties as given where only the database knows their types", async () => {
    const parent = { database_id: sampleTasksDatabaseId };
    const properties = { Status: "Done", Tags: { multi_select: [{ name: "home" }] }, Points: 3 };
    const args = { parent, title: "Soap", properties, content };
    expect(await shown({ tool: "notes_create_page", args })).toEqual([
      [`GET /v1/databases/${sampleTasksDatabaseId}`, undefined],
      [
        "POST /v1/pages",
        {
          parent,
          properties: {
            Status: { "<type of the property>": "Done" },
            Tags: { multi_select: [{ name: "home" }] },
            Points: { "<type of the property>": 3 },
            "<name of the title property>": { title },
          },
          children: expect.objectContaining({ length: 100 }),
        },
      ],
      ["PATCH /v1/blocks/<id of the page>/children", { children: [expect.anything()] }],
    ]);
  });

  test("below a page is created by the first request", async () => {
    const parent = { page_id: sampleTasksDatabaseId };
    const [first, ...more] = await shown({ tool: "notes_create_page", args: { parent, title: "Soap" } });
    expect(first).toEqual(["POST /v1/pages", { parent, properties: { title: { title } } }]);
    expect(more).toEqual([]);
  });
});

test("a query's texts are asked for by the ids it finds", async () => {
  const args = { database_id: sampleTasksDatabaseId, fetch_blocks: true };
  expect(await shown({ tool: "notes_query", args })).toEqual([
    [`POST /v1/databases/${sampleTasksDatabaseId}/query`, {}],
    ["GET /v1/blocks/<id of each page found>/children?page_size=100", undefined],
  ]);
});

test("an issue's names become ids, what is an id stays", async () => {
  const args = {
    team_id: "ENG",
    title: "Login fails",
    assignee_id: "ada@example.com",
    label_ids: ["Bug", sampleIds.areaLogin],
  };
  const [lookUp, create, ...more] = await shown({ tool: "tracker_create_issue", args });
  expect(lookUp?.[1]).toMatchObject({
    variables: { team: { or: [{ key: { eqIgnoreCase: "ENG" } }, { name: { eqIgnoreCase: "ENG" } }] } },
  });
  expect(create?.[1]).toMatchObject({
    variables: {
      input: {
        teamId: "<id of the team>",
        assigneeId: "<id of the user>",
        labelIds: ["<id of the label Bug>", sampleIds.areaLogin],
      },
    },
  });
  expect(more).toEqual([]);
});

describe("a post's media", () => {
  const png = { base64: FILES.png.toString("base64"), media_type: "image/png" };
  const fetched = () => ({
    url: `${sandbox.webhook.url}/lion.png`,
    media_type: "image/png",
    alt_text: "A lion",
  });
  const post = (connection: string, media: unknown[]) =>
    shown({ tool: "social_post:microblog", connection, args: { text: "Look", media } });

  test("are named by the requests that announce them", async () => {
    const first = "<id of the media of request 1>";
    const second = "<id of the media of request 4>";
    const announced = {
      media_type: "image/png",
      media_category: "tweet_image",
      total_bytes: FILES.png.length,
    };
    const file = { bytes: expect.any(Number), media_type: "multipart/form-data" };
    expect(await post("microblog", [png, png])).toEqual([
      ["POST /2/media/upload/initialize", announced],
      [`POST /2/media/upload/${first}/append`, file],
      [`POST /2/media/upload/${first}/finalize`, undefined],
      ["POST /2/media/upload/initialize", announced],
      [`POST /2/media/upload/${second}/append`, file],
      [`POST /2/media/upload/${second}/finalize`, undefined],
      ["POST /2/tweets", { text: "Look", media: { media_ids: [first, second] } }],
    ]);
  });

  test("that are fetched first have no size yet", async () => {
    const id = "<id of the media of request 2>";
    const upload = "POST /1.1/media/upload.json";
    expect(await post("signed", [fetched()])).toEqual([
      ["GET /lion.png", undefined],
      [
        upload,
        {
          command: "INIT",
          total_bytes: "<bytes of the file>",
          media_type: "image/png",
          media_category: "tweet_image",
        },
      ],
      [upload, { bytes: "<bytes of it with the file>", media_type: "multipart/form-data" }],
      [upload, { command: "FINALIZE", media_id: id }],
      ["POST /1.1/media/metadata/create.json", { media_id: id, alt_text: { text: "A lion" } }],
      ["POST /2/tweets", { text: "Look", media: { media_ids: [id] } }],
    ]);
  });

  test("the most there can be are all shown, and the post after them", async () => {
    const requests = await post("microblog", [fetched(), fetched(), fetched(), fetched()]);
    expect(requests).toHaveLength(21);
    expect(requests.at(-1)?.[0]).toBe("POST /2/tweets");
  });
});

test("an event's meeting is asked for once more, without a wait", async () => {
  const span = { start: "2026-01-20", end: "2026-01-21" };
  const create = (create_meeting_link: boolean) => {
    const args = { summary: "Sync", ...span, create_meeting_link };
    return shown({ tool: "calendar_create_event", connection: "calendar", args });
  };
  const [insert, read, ...more] = await create(true);
  expect(insert?.[1]).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  const { id } = (insert?.[1] ?? {}) as { id?: string };
  expect(read).toEqual([`GET /calendar/v3/calendars/primary/events/${id}`, undefined]);
  expect(more).toEqual([]);
  expect(under.clock.waits).toEqual([]);
  expect(await create(false)).toHaveLength(1);
});

test("an event's local times are read in a zone that is asked for first", async () => {
  const args = { summary: "Sync", start: "2026-01-20T10:00", end: "2026-01-20T11:00" };
  const [zone, insert, ...more] = await shown({
    tool: "calendar_create_event",
    connection: "calendar",
    args,
  });
  expect(zone).toEqual([
    "GET /calendar/v3/calendars/primary/events?maxResults=1&fields=kind%2CtimeZone",
    undefined,
  ]);
  expect(insert?.[1]).toMatchObject({
    start: { dateTime: "2026-01-20T10:00:00", timeZone: "<time zone of the calendar>" },
  });
  expect(more).toEqual([]);
});

test("research shows what each backend would be asked if those before it failed", async () => {
  const args = { query: "Who was Ada Lovelace?", context: "mathematician" };
  const q = "Who was Ada Lovelace? mathematician";
  const requests = shownRequests(await under.preview({ tool: "grounded_research", args }));
  const asked = requests.map(({ url, body }) => new URL(url).searchParams.get("q") ?? body);
  expect(asked).toEqual([q, expect.objectContaining({ query: q }), q, expect.objectContaining({ q })]);
});
