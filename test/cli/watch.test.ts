import { sampleMailToken, sampleMailUser } from "@plumbline/sandbox/mail/imap-server.ts";
import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import type { Run } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

const NO_WATCH = "00000000-0000-4000-8000-000000000000";

const service = startedForFile(startLocalService);

/** Standard output as JSON, which stands there alone. */
function json({ out }: Run): Record<string, unknown> {
  return JSON.parse(out);
}

function feedUrl(): string {
  return `${service.sandbox.feeds.url}/rss.xml`;
}

async function addFeed(...options: string[]): Promise<string> {
  return String(json(await service.run("watch", "add", "feed", feedUrl(), ...options, "--json")).id);
}

describe("add feed", () => {
  test("says what is watched, how often, and where to read it", async () => {
    const { code, out, err } = await service.run("watch", "add", "feed", feedUrl());
    expect(code).toBe(0);
    const [, id = ""] =
      /^watching ([0-9a-f-]{36}) \(127\.0\.0\.1:\d+\/rss\.xml, every 15 min\)\n$/.exec(out) ?? [];
    expect(err).toBe(`List its events with: npx --no plumbline watch events ${id}\n`);
  });

  test("takes keywords, a time and an interval", async () => {
    const options = [
      "--keyword",
      "dome",
      "--keyword",
      "комета",
      "--since",
      "2025-12-01",
      "--interval",
      "360",
    ];
    const made = json(await service.run("watch", "add", "feed", feedUrl(), ...options, "--json"));
    expect(made).toMatchObject({
      source: { type: "feed", url: feedUrl(), keywords: ["dome", "комета"] },
      interval_minutes: 360,
    });
    const { out } = await service.run("watch", "events", String(made.id));
    expect(out).toMatch(/^\S+Z {2}Комета над гаванью {2}https:\S+\n\S+Z {2}The dome reopens .+\n$/);
  });

  test("of what is no feed is a failed call", async () => {
    const { code, out, err } = await service.run("watch", "add", "feed", `${service.sandbox.feeds.url}/`);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^plumbline: .+ \(400 bad_request\)\n/);
  });
});

test("add inbox takes the only credential that fits, a query, a mailbox and an interval", async () => {
  const refused = await service.run("watch", "add", "inbox");
  expect([refused.code, refused.out]).toEqual([1, ""]);
  const credential = ["credential", "add", "--kind", "mail_oauth_b", "--label", "mail", "--json"];
  const metadata = JSON.stringify({ username: sampleMailUser });
  const stored = json(await service.runWithInput(sampleMailToken, ...credential, "--metadata", metadata));

  const { code, out } = await service.run("watch", "add", "inbox");
  expect(code).toBe(0);
  expect(out).toMatch(/^watching \S+ \(INBOX: is:unread, every 5 min\)\n$/);

  const options = ["--query", "from:bob", "--mailbox", "INBOX", "--interval", "60"];
  const named = ["--credential", String(stored.id)];
  expect(json(await service.run("watch", "add", "inbox", ...options, ...named, "--json"))).toMatchObject({
    source: { type: "inbox", credential_id: stored.id, mailbox: "INBOX", query: "from:bob" },
    interval_minutes: 60,
  });
});

test("list goes on behind a cursor", async () => {
  for (let index = 0; index < 51; index++) await addFeed("--keyword", `k${index}`);
  const first = await service.run("watch", "list");
  const [, cursor = ""] = /^More: --cursor (\S+)\n$/.exec(first.err) ?? [];
  const second = await service.run("watch", "list", "--cursor", cursor);
  expect(second).toMatchObject({ code: 0, err: "" });
  const ids = [first, second].flatMap(({ out }) => out.match(/^[0-9a-f-]{36}/gm) ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(51);
});

test("events are read on behind a cursor, nothing twice", async () => {
  const id = await addFeed("--since", "2025-11-01", "--interval", "1440");
  const first = await service.run("watch", "events", id, "--limit", "2");
  expect(first.out.match(/\n/g)).toHaveLength(2);
  const [, more = ""] = /^More: --after (\S+)\n$/.exec(first.err) ?? [];
  const second = await service.run("watch", "events", id, "--after", more);
  expect(second.out).toMatch(/^\S+Z {2}The dome reopens & the queue is short {2}\S+\n$/);
  const [, last = ""] = /^For later events: --after (\S+)\n$/.exec(second.err) ?? [];
  expect(await service.run("watch", "events", id, "--after", last)).toEqual({
    code: 0,
    out: "",
    err: "There are no more events yet.\n",
  });
  const page = json(await service.run("watch", "events", id, "--limit", "1", "--json"));
  expect(page).toMatchObject({ items: [{ type: "feed.item" }], next_cursor: expect.any(String) });
});

test("the same feed added again is the watch that stands", async () => {
  const id = await addFeed("--keyword", "again");
  const again = await service.run("watch", "add", "feed", feedUrl(), "--keyword", "Again");
  expect(again).toMatchObject({ code: 0, out: expect.stringMatching(`^already watching, active: ${id} `) });
});

test("pause, resume and delete", async () => {
  const id = await addFeed("--interval", "360");
  expect(await service.run("watch", "events", id)).toEqual({
    code: 0,
    out: "",
    err: "There are no events yet.\n",
  });
  expect((await service.run("watch", "pause", id)).out).toBe(`paused ${id}\n`);
  expect(json(await service.run("watch", "pause", id, "--json"))).toMatchObject({
    health: { status: "paused" },
  });
  expect((await service.run("watch", "resume", id)).out).toBe(`resumed ${id}\n`);
  expect(json(await service.run("watch", "resume", id, "--json"))).toMatchObject({ paused_at: null });
  expect(await service.run("watch", "delete", id)).toEqual({ code: 0, out: `deleted ${id}\n`, err: "" });
  expect((await service.run("watch", "events", id)).code).toBe(1);
});

test.each([["pause"], ["resume"], ["delete"], ["events"]])(
  "%s of no watch is a failed call",
  async (what) => {
    const { code, out, err } = await service.run("watch", what, NO_WATCH);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toBe("plumbline: There is no such watch. (404 not_found)\n");
  },
);
