import { listInputIssues } from "@plumbline/core/errors/service-error.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startServiceUnderTest } from "../support/service-under-test.ts";

/** The arguments as a tool reads them, or what it says against them. */
let read: (tool: string, args: Record<string, unknown>) => Record<string, unknown> | string;

beforeAll(async () => {
  const { tools, close } = await startServiceUnderTest();
  await close();
  read = (tool, args) => {
    const parsed = tools.get(tool)?.input.safeParse(args);
    if (parsed?.success) return parsed.data;
    return parsed
      ? listInputIssues(parsed.error)
          .map(({ message }) => message)
          .join()
      : "no such tool";
  };
});

const ID = "59833787cf2c4fdf8782e53db20768a5";
const DASHED = "59833787-cf2c-4fdf-8782-e53db20768a5";
const OTHER = "0123456789abcdef0123456789abcdef";

describe("the notes app", () => {
  const database = (database_id: string) => read("notes_query", { database_id });
  const page = (page_id: string) => read("notes_create_page", { title: "T", parent: { page_id } });

  test.each([
    [ID, ID],
    [` ${DASHED} `, DASHED],
    [`https://www.notion.so/${ID}`, ID],
    [`https://www.notion.so/acme/${ID}?v=${OTHER}&pvs=4`, ID],
    [`https://notion.so/acme/Tasks-of-the-deadbeef-${ID}#${OTHER}`, ID],
    [`HTTPS://WWW.NOTION.SO/acme/Tasks-${DASHED}/`, DASHED],
    [`https://acme.notion.site/Aufgaben-f%C3%BCr-alle-${ID}?pvs=74`, ID],
    [`https://app.notion.com/p/acme/${ID.toUpperCase()}`, ID.toUpperCase()],
    [`https://www.notion.so/acme/${ID}?v=${OTHER}&p=${OTHER}`, ID],
  ])("a database by %s", (given, id) => {
    expect(database(given)).toMatchObject({ database_id: id });
  });

  test("a page opened over a database is the page of its link", () => {
    const given = `https://www.notion.so/acme/${ID}?v=${OTHER}&p=${OTHER}&pm=s`;
    expect(page(given)).toMatchObject({ parent: { page_id: OTHER } });
    expect(page(`https://www.notion.so/acme/Plan-${ID}`)).toMatchObject({ parent: { page_id: ID } });
  });

  test.each([
    `https://evil.example/${ID}`,
    `https://notion.so.evil.example/${ID}`,
    `https://evilnotion.so/${ID}`,
    `https://www.notion.so@evil.example/${ID}`,
    "https://www.notion.so/acme/Tasks",
    `https://www.notion.so/acme/Tasks?v=${ID}`,
    `https://www.notion.so/acme/${ID}0`,
    `www.notion.so/${ID}`,
    `../${ID}`,
    "",
  ])("is not named by %s", (given) => {
    expect(database(given)).toMatch(/^must be a UUID of 32 .* or the database's link at notion\.so/);
    expect(page(given)).toMatch(/^must be a UUID of 32 .* or the page's link at notion\.so/);
  });
});

describe("the chat app", () => {
  const channel = (given: string) => read("chatapp_post_channel", { channel: given, text: "Hi" });
  const thread = (thread_ts: string) =>
    read("chatapp_post_channel", { channel: "C0GENERAL", text: "Hi", thread_ts });
  const person = (to: string) => read("chatapp_dm", { to, text: "Hi" });

  test.each([
    ["C0GENERAL", "C0GENERAL"],
    ["#general", "#general"],
    ["https://acme.slack.com/archives/C0GENERAL", "C0GENERAL"],
    ["https://acme.slack.com/archives/C0GENERAL/p1770000000000200", "C0GENERAL"],
    ["https://acme.enterprise.slack.com/archives/G0PRIVATE/", "G0PRIVATE"],
    ["https://app.slack.com/client/T0ACME/C0GENERAL", "C0GENERAL"],
    ["https://app.slack.com/client/T0ACME/C0GENERAL/thread/C0GENERAL-1770000000.000200", "C0GENERAL"],
    [
      "https://acme.slack.com/archives/C0GENERAL/p1770000000000200?thread_ts=1770000000.000100&cid=C0GENERAL",
      "C0GENERAL",
    ],
    ["<#C0GENERAL|general>", "C0GENERAL"],
    ["<#C0GENERAL>", "C0GENERAL"],
    ["<https://acme.slack.com/archives/C0GENERAL|general>", "C0GENERAL"],
    ["<#general>", "general"],
  ])("a channel by %s", (given, id) => {
    expect(channel(given)).toMatchObject({ channel: id });
  });

  const ts = "1770000000.000200";
  test.each([
    ["1770000000.000200", undefined],
    ["https://acme.slack.com/archives/C0GENERAL/p1770000000000200", "C0GENERAL"],
    ["<https://acme.slack.com/archives/C0GENERAL/p1770000000000200>", "C0GENERAL"],
    [
      "https://acme.slack.com/archives/C0GENERAL/p1770000009000300?thread_ts=1770000000.000200&cid=C0GENERAL",
      "C0GENERAL",
    ],
    ["https://app.slack.com/client/T0ACME/C0GENERAL/thread/C0GENERAL-1770000000.000200", "C0GENERAL"],
  ])("a thread by %s", (given, id) => {
    expect(thread(given)).toMatchObject({ thread_ts: { ts, channel: id } });
  });

  test.each([
    ["ada@example.com", "ada@example.com"],
    ["U0ADA", "U0ADA"],
    ["@U0ADA", "U0ADA"],
    ["<@U0ADA>", "U0ADA"],
    ["<@W0ADA|ada>", "W0ADA"],
    ["<#C0GENERAL|general>", "C0GENERAL"],
    ["<mailto:ada@example.com|ada@example.com>", "ada@example.com"],
    ["https://acme.slack.com/team/U0ADA", "U0ADA"],
    ["https://acme.slack.com/archives/D0000001", "D0000001"],
    ["https://app.slack.com/client/T0ACME/D0000001", "D0000001"],
    ["https://app.slack.com/client/T0ACME/user_profile/W0ADA", "W0ADA"],
  ])("a person by %s", (given, id) => {
    expect(person(given)).toMatchObject({ to: id });
  });

  test.each([
    "https://evil.example/archives/C0GENERAL",
    "https://evilslack.com/archives/C0GENERAL",
    "https://acme.slack.com/",
    "https://acme.slack.com/archives/",
    "https://app.slack.com/client/T0ACME",
    "slack.com/archives/C0GENERAL",
  ])("nothing is named by %s", (given) => {
    expect(channel(given)).toMatch(/^must be a channel id .* or a link such as/);
    expect(thread(given)).toMatch(/^must be a message id .* or a message's link such as/);
    expect(person(given)).toMatch(/^must be a user id .* or a chat app/);
  });

  test.each(["<@U0ADA>", "@U0ADA", "U0ADA", "<!channel>", "@ada"])("no channel is named by %s", (given) => {
    expect(channel(given)).toMatch(/^must be a channel id/);
  });

  test("a channel's link names no thread", () => {
    expect(thread("https://acme.slack.com/archives/C0GENERAL")).toMatch(/^must be a message id/);
  });
});

describe("the microblog", () => {
  const reply = (reply_to: string) => read("social_post:microblog", { text: "Hi", reply_to });

  test.each([
    "123",
    "https://x.com/ada/status/123",
    "https://www.x.com/ada/status/123?s=20",
    "https://twitter.com/ada/status/123",
    "https://mobile.twitter.com/ada/statuses/123/",
    "https://x.com/i/web/status/123",
    "https://x.com/i/status/123",
    "http://x.com/ada/status/123/photo/1#top",
  ])("a post by %s", (given) => {
    expect(reply(given)).toMatchObject({ reply_to: "123" });
  });

  test.each([
    "https://evil.example/ada/status/123",
    "https://notx.com/ada/status/123",
    "https://x.com/ada",
    "https://x.com/ada/status/abc",
    "https://x.com/ada/status/12345678901234567890",
    "x.com/ada/status/123",
  ])("no post by %s", (given) => {
    expect(reply(given)).toMatch(/^must be a post's id, .* or its link/);
  });
});

describe("the issue tracker", () => {
  const issue = (args: Record<string, unknown>) =>
    read("tracker_create_issue", { team_id: "ENG", title: "T", ...args });

  test.each([
    ["ENG", "ENG"],
    ["https://linear.app/acme/team/ENG", "ENG"],
    ["https://linear.app/acme/team/ENG/all?view=board", "ENG"],
  ])("a team by %s", (team_id, key) => {
    expect(issue({ team_id })).toMatchObject({ team_id: key });
  });

  test.each([
    [DASHED, DASHED],
    ["https://linear.app/acme/project/relaunch-of-2026-0123456789ab", "0123456789ab"],
    ["https://linear.app/acme/project/relaunch-0123456789ab/overview", "0123456789ab"],
  ])("a project by %s", (project_id, id) => {
    expect(issue({ project_id })).toMatchObject({ project_id: id });
  });

  test.each([
    "https://evil.example/acme/team/ENG",
    "https://linear.app/acme",
    "https://linear.app/acme/settings/ENG",
    "https://linear.app.evil.example/acme/project/relaunch-0123456789ab",
  ])("neither by %s", (given) => {
    expect(issue({ team_id: given })).toMatch(/^must be a UUID, a team's key .* or a link such as/);
    expect(issue({ project_id: given })).toMatch(/^must be a UUID, a project's name, or a link such as/);
  });
});
