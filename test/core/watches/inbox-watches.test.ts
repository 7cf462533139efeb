import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ImapUnderTest, startImapUnderTest } from "../adapters/mail/imap-under-test.ts";
import { type WatchesUnderTest, watchesUnderTest } from "./watches-under-test.ts";

let under: ImapUnderTest;
let watches: WatchesUnderTest;

beforeEach(async () => {
  under = await startImapUnderTest();
  watches = watchesUnderTest(under);
});

afterEach(() => under.close());

const begin = (args: Record<string, unknown> = {}) =>
  watches.begin("email_watch_inbox", { credential_id: under.credentialId, ...args });

describe("mail that", () => {
  test("comes is found once and in order; what was there before is not", async () => {
    under.imap.inbox.add({ subject: "before" });
    const id = await begin();
    await watches.pass(5);
    under.imap.inbox.add({ subject: "one" });
    under.imap.inbox.add({ subject: "two" });
    await watches.pass(5);
    under.imap.inbox.add({ subject: "three" });
    await watches.pass(15);
    expect(await watches.found(id)).toEqual(["one", "two", "three"]);
  });

  test("is flagged, read or expunged afterwards changes nothing", async () => {
    const id = await begin({ query: "from:ada" });
    const { uid } = under.imap.inbox.add({ subject: "one" });
    await watches.pass(5);
    under.imap.inbox.expunge(uid);
    under.imap.inbox.add({ subject: "two" });
    await watches.pass(5);
    expect(await watches.found(id)).toEqual(["one", "two"]);
  });

  test("is not meant is passed by", async () => {
    const id = await begin({ query: "subject:urgent" });
    under.imap.inbox.add({ subject: "urgent one" });
    under.imap.inbox.add({ subject: "idle" });
    await watches.pass(5);
    under.imap.inbox.add({ subject: "idle too" });
    await watches.pass(5);
    under.imap.inbox.add({ subject: "urgent two" });
    await watches.pass(5);
    expect(await watches.found(id)).toEqual(["urgent one", "urgent two"]);
  });

  test("comes in a flood is found in bounded looks, and all of it", async () => {
    const id = await begin();
    const subjects = Array.from({ length: 120 }, (_, number) => `n${number}`);
    for (const subject of subjects) under.imap.inbox.add({ subject });
    await watches.pass(5);
    expect(await watches.found(id)).toHaveLength(50);
    await watches.pass(10);
    expect(await watches.found(id)).toEqual(subjects);
  });

  test("comes to a mailbox that is made anew is found, what was found before is not, and it is told", async () => {
    const id = await begin();
    under.imap.inbox.add({ subject: "one" });
    await watches.pass(5);
    under.imap.inbox.recreate();
    under.imap.inbox.add({ subject: "two" });
    await watches.pass(5);
    under.imap.inbox.add({ subject: "three" });
    await watches.pass(5);
    expect(await watches.found(id)).toEqual(["one", "two", "three"]);
    expect((await watches.view(id)).health.gaps).toMatchObject([{ reason: "mailbox_recreated" }]);
  });
});

test("watches of a tenant on one mailbox share one connection, and each finds its own", async () => {
  const unread = await begin();
  const urgent = await begin({ query: "subject:urgent", interval_minutes: 5 });
  await watches.pass(5);
  const connections = () => under.imap.commands.filter((line) => line.startsWith("EXAMINE")).length;
  const before = connections();
  under.imap.inbox.add({ subject: "urgent" });
  under.imap.inbox.add({ subject: "idle" });
  await watches.pass(5);
  expect(connections() - before).toBe(1);
  expect(await watches.found(unread)).toEqual(["urgent", "idle"]);
  expect(await watches.found(urgent)).toEqual(["urgent"]);
});

test("a credential that does not open the mailbox any more is told, and a new one mends it", async () => {
  const id = await begin();
  const { tenantId } = under.caller;
  await under.service.credentials.change(tenantId, under.credentialId, {
    expires_at: new Date(under.clock.now() + 60_000).toISOString(),
  });
  await watches.pass(5);
  expect((await watches.view(id)).health).toMatchObject({
    status: "needs_reconnect",
    last_error: { error_code: "authentication", next_step: expect.stringContaining("Reconnect") },
  });
  under.imap.inbox.add({ subject: "meanwhile" });
  await under.service.credentials.change(tenantId, under.credentialId, { expires_at: null });
  await watches.pass(10);
  expect(await watches.found(id)).toEqual(["meanwhile"]);
  expect((await watches.view(id)).health.status).toBe("active");
});
