import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { seededRandom } from "@plumbline/core/clock/random.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { ImapFlow } from "imapflow";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdapterUnderTest, startAdapterUnderTest } from "../core/adapters/adapter-under-test.ts";
import { type WatchesUnderTest, watchesUnderTest } from "../core/watches/watches-under-test.ts";
import { type MailServers, PASSWORD, startMailServers } from "./mail/mail-servers.ts";

let servers: MailServers;
let under: AdapterUnderTest;
let watches: WatchesUnderTest;
let client: ImapFlow;
let sent = 0;

beforeAll(async () => {
  servers = await startMailServers();
  const { imaps } = servers.ports;
  under = await startAdapterUnderTest({
    // Dovecot takes no mail from the future.
    clock: new ManualClock(Date.now() - 8 * 3_600_000),
    egressAllow: `127.0.0.1:${imaps}`,
    extraCertificates: sandboxCertificate().cert,
  });
  await under.connect({
    kind: "generic_api_key",
    token: PASSWORD,
    metadata: { username: "grace@example.com", imap_host: "127.0.0.1", imap_port: imaps },
  });
  watches = watchesUnderTest(under);
  client = new ImapFlow({
    host: "127.0.0.1",
    port: imaps,
    secure: true,
    auth: { user: "grace@example.com", pass: PASSWORD },
    tls: { ca: sandboxCertificate().cert },
    logger: false,
  });
  await client.connect();
});

afterAll(async () => {
  await client?.logout();
  await under?.close();
  await servers?.stop();
});

const begin = (args: Record<string, unknown>) => watches.begin("email_watch_inbox", args);

/** Puts a mail into a mailbox; answers its subject. */
async function arrive(mailbox: string): Promise<string> {
  sent += 1;
  const subject = `Mail ${sent}`;
  const head = `Message-ID: <${sent}@example.com>\r\nFrom: Ada <ada@example.com>\r\nSubject: ${subject}\r\n`;
  await client.append(
    mailbox,
    `${head}Date: Sat, 21 Nov 2026 10:00:00 +0000\r\n\r\nHello.\r\n`,
    [],
    new Date(under.clock.now()),
  );
  return subject;
}

test("over four hours in which mail arrives, is read, flagged, moved and expunged, each that arrived is found once", async () => {
  await client.mailboxCreate("Archive");
  for (let before = 0; before < 3; before++) await arrive("INBOX");
  const id = await begin({ query: "from:ada", interval_minutes: 5 });
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

test("a mailbox that is made anew has another UIDVALIDITY: it is told, nothing is found twice and nothing is missed", async () => {
  await client.mailboxCreate("Project");
  const id = await begin({ query: "from:ada", mailbox: "Project", interval_minutes: 5 });
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

test("a mailbox that is gone is a failure that says so; once it is back, its mail is found", async () => {
  await client.mailboxCreate("Away");
  const id = await begin({ query: "from:ada", mailbox: "Away", interval_minutes: 5 });
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
