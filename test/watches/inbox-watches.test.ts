import { beforeEach, describe, expect, test } from "vitest";
import { startImapUnderTest } from "../adapters/mail/imap-under-test.ts";
import { startedForEach } from "../support/started.ts";
import { type WatchesUnderTest, watchesUnderTest } from "./watches-under-test.ts";

let watches: WatchesUnderTest;

const under = startedForEach(startImapUnderTest);

beforeEach(() => {
  watches = watchesUnderTest(under);
});

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

  test("is from a look-alike of the address is passed by; with the term negated it is found", async () => {
    const only = await begin({ query: "from:bob@rig.test" });
    const others = await begin({ query: "-from:bob@rig.test" });
    const mine = await begin({ query: "from:me" });
    for (const from of ["notbob@rig.test", "Bob <BOB@rig.test>", '"bob@rig.test" <eve@acme.example>'])
      under.imap.inbox.add({ from, subject: from });
    under.imap.inbox.add({ from: "ada@example.com", subject: "mine" });
    await watches.pass(5);
    expect(await watches.found(only)).toEqual(["Bob <BOB@rig.test>"]);
    expect(await watches.found(others)).toEqual([
      "notbob@rig.test",
      '"bob@rig.test" <eve@acme.example>',
      "mine",
    ]);
    expect(await watches.found(mine)).toEqual(["mine"]);
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

  test("comes to a recreated mailbox is found, what was found before is not, and the gap is reported", async () => {
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

  test("comes in a flood to a mailbox that is made anew is found, among what was found before and what is old", async () => {
    const id = await begin();
    const arrive = (subject: string, minutesAgo = 0) =>
      under.imap.inbox.add(
        { subject, messageId: `<${subject}@x>` },
        { receivedAt: new Date(under.clock.now() - minutesAgo * 60_000) },
      );
    const before = Array.from({ length: 60 }, (_, number) => `before ${number}`);
    const flood = before.map((subject) => subject.replace("before", "flood"));
    for (const subject of before) arrive(subject);
    await watches.pass(60);
    under.imap.inbox.recreate();
    for (const [index, subject] of before.entries()) {
      arrive(`flood ${index}`);
      arrive(`old ${index}`, 10_000);
      arrive(subject, 60);
    }
    await watches.pass(5);
    arrive("meanwhile", 10_000);
    await watches.pass(10);
    arrive("at last");
    await watches.pass(5);
    expect(await watches.found(id)).toEqual([...before, ...flood, "meanwhile", "at last"]);
    expect((await watches.view(id)).health.gaps).toMatchObject([{ reason: "mailbox_recreated" }]);
  });

  test("comes to a mailbox restored from a backup is found at once, and the gap is reported", async () => {
    const id = await begin();
    for (const subject of ["one", "two", "three", "four"]) under.imap.inbox.add({ subject });
    await watches.pass(5);
    under.imap.inbox.restore(3);
    await watches.pass(5);
    const { gaps } = (await watches.view(id)).health;
    expect(gaps).toMatchObject([{ reason: "mailbox_recreated" }]);
    for (const subject of ["five", "six", "seven"]) {
      under.imap.inbox.add({ subject }, { receivedAt: new Date(under.clock.now()) });
      await watches.pass(5);
    }
    expect(await watches.found(id)).toEqual(["one", "two", "three", "four", "five", "six", "seven"]);
    expect((await watches.view(id)).health.gaps).toEqual(gaps);
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

test("a batch that comes twice, to two workers at once, is found once", async () => {
  const id = await begin();
  const other = under.anotherProcess();
  const subjects: string[] = [];
  const arrive = (subject: string) => {
    under.imap.inbox.add({ subject });
    subjects.push(subject);
  };
  for (const round of [1, 2, 3]) {
    arrive(`${round}a`);
    await watches.pass(5);
    const batch = watches.sent.at(-1);
    if (!batch) throw new Error("nothing was sent");
    arrive(`${round}b`);
    await Promise.all([under.service.watchPoller.poll(batch), other.watchPoller.poll(batch)]);
    await other.watchPoller.poll(batch);
  }
  expect(await watches.found(id)).toEqual(subjects);
});

test("each look leaves one line with its credential and how long it took", async () => {
  await begin();
  under.logged.length = 0;
  await watches.pass(5);
  expect(under.logged.filter(({ tool }) => tool === "watch_poll:inbox")).toMatchObject([
    { level: "info", event: "tool_call", credential_id: under.credentialId, elapsed_ms: expect.any(Number) },
  ]);
});

test("a credential that no longer opens the mailbox is reported, and a new one mends it", async () => {
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
