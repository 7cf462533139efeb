import { expect, test } from "vitest";
import { seededRandom } from "../support/seeded-random.ts";
import { startedForFile } from "../support/started.ts";
import { startWatchedMailboxes } from "./mail/watched-mailboxes.ts";

const mailboxes = startedForFile(startWatchedMailboxes);

test("over four hours in which mail arrives, is read, flagged, moved and expunged, each that arrived is found once", async () => {
  const { begin, watches, client, arrive } = mailboxes;
  await client.mailboxCreate("Archive");
  for (let before = 0; before < 3; before++) await arrive("INBOX");
  const id = await begin();
  const random = seededRandom("four hours");
  const below = (limit: number) => Math.floor(random.fraction() * limit);
  const arrived: string[] = [];
  for (let poll = 0; poll < 48; poll++) {
    for (let more = below(4); more > 0; more--) arrived.push(await arrive("INBOX"));
    await watches.pass(5);
    const lock = await client.getMailboxLock("INBOX");
    try {
      const uids = (await client.search({ all: true }, { uid: true })) || [];
      const uid = String(uids[below(uids.length)] ?? 1);
      const acts = [
        () => client.messageFlagsAdd(uid, ["\\Seen"], { uid: true }),
        () => client.messageFlagsAdd(uid, ["\\Flagged"], { uid: true }),
        () => client.messageMove(uid, "Archive", { uid: true }),
        () => client.messageDelete(uid, { uid: true }),
      ];
      await acts[below(acts.length)]?.();
    } finally {
      lock.release();
    }
  }
  await watches.pass(5);
  expect(arrived.length).toBeGreaterThan(50);
  expect(await watches.found(id)).toEqual(arrived);
  expect((await watches.view(id)).health).toMatchObject({ status: "active", lag_seconds: 0, gaps: [] });
});

test("a recreated mailbox has another UIDVALIDITY: this is reported, and nothing is found twice or missed", async () => {
  const { begin, watches, client, arrive } = mailboxes;
  await client.mailboxCreate("Project");
  const id = await begin("Project");
  const first = await arrive("Project");
  await watches.pass(5);
  await client.mailboxDelete("Project");
  await client.mailboxCreate("Project");
  const second = await arrive("Project");
  await watches.pass(5);
  const third = await arrive("Project");
  await watches.pass(5);
  expect(await watches.found(id)).toEqual([first, second, third]);
  expect((await watches.view(id)).health.gaps).toMatchObject([{ reason: "mailbox_recreated" }]);
});

test("a mailbox recreated from a backup, with more new mail than one look takes: only the new is reported", async () => {
  const { begin, watches, client, arrive } = mailboxes;
  for (const name of ["Ledger", "Backup"]) await client.mailboxCreate(name);
  const copy = async (from: string, to: string) => {
    const lock = await client.getMailboxLock(from);
    await client.messageCopy("1:*", to).finally(() => lock.release());
  };
  const arrived: string[] = [];
  const arriveAll = async (mails: number) => {
    for (let mail = 0; mail < mails; mail++) arrived.push(await arrive("Ledger"));
  };
  const id = await begin("Ledger");
  await arriveAll(60);
  await watches.pass(10);
  await copy("Ledger", "Backup");
  await client.mailboxDelete("Ledger");
  await client.mailboxCreate("Ledger");
  await arriveAll(40);
  await copy("Backup", "Ledger");
  await arriveAll(40);
  await copy("Backup", "Ledger");
  await watches.pass(5);
  await arriveAll(1);
  await watches.pass(15);
  expect(await watches.found(id)).toEqual(arrived);
  expect((await watches.view(id)).health.gaps).toMatchObject([{ reason: "mailbox_recreated" }]);
});

test("a mailbox that is gone is a failure that says so; once it is back, its mail is found", async () => {
  const { begin, watches, client, arrive } = mailboxes;
  await client.mailboxCreate("Away");
  const id = await begin("Away");
  await client.mailboxDelete("Away");
  await watches.pass(5);
  expect((await watches.view(id)).health).toMatchObject({
    status: "failing",
    last_error: { error_code: "validation", message: "There is no mailbox called Away." },
  });
  await client.mailboxCreate("Away");
  const subject = await arrive("Away");
  await watches.pass(10);
  expect(await watches.found(id)).toEqual([subject]);
  expect((await watches.view(id)).health.status).toBe("active");
});
