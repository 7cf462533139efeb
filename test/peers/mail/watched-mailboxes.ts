import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { ImapFlow } from "imapflow";
import { type AdapterUnderTest, startAdapterUnderTest } from "../../adapters/adapter-under-test.ts";
import { type WatchesUnderTest, watchesUnderTest } from "../../watches/watches-under-test.ts";
import { type ImapRelay, startImapRelay } from "./imap-relay.ts";
import { PASSWORD, startMailServers } from "./mail-servers.ts";

const USER = "grace@example.com";
/** Dovecot takes no mail from the future, so the clock is set back; no test takes longer by it. */
const SET_BACK_MS = 72 * 3_600_000;

/** Dovecot's mailboxes, watched by a service whose clock is in the test's hands. */
export interface WatchedMailboxes {
  under: AdapterUnderTest;
  watches: WatchesUnderTest;
  /** Looks for mail from Ada every five minutes; answers the watch's id. */
  begin(mailbox?: string): Promise<string>;
  /** The relay between the service and Dovecot. */
  relay: ImapRelay;
  /** A mail program of its own, which goes straight to Dovecot. */
  client: ImapFlow;
  /** Puts a mail into a mailbox; answers its subject. */
  arrive(mailbox: string): Promise<string>;
  close(): Promise<void>;
}

export async function startWatchedMailboxes(): Promise<WatchedMailboxes> {
  const servers = await startMailServers();
  const relay = await startImapRelay(servers.ports.imaps);
  const { cert } = sandboxCertificate();
  const under = await startAdapterUnderTest({
    clock: new ManualClock(Date.now() - SET_BACK_MS),
    egressAllow: `127.0.0.1:${relay.port}`,
    extraCertificates: cert,
  });
  await under.connect({
    kind: "generic_api_key",
    token: PASSWORD,
    metadata: { username: USER, imap_host: "127.0.0.1", imap_port: relay.port },
  });
  const client = new ImapFlow({
    host: "127.0.0.1",
    port: servers.ports.imaps,
    secure: true,
    auth: { user: USER, pass: PASSWORD },
    tls: { ca: cert },
    logger: false,
  });
  await client.connect();
  const watches = watchesUnderTest(under);
  let sent = 0;
  return {
    under,
    watches,
    begin: (mailbox = "INBOX") =>
      watches.begin("email_watch_inbox", { query: "from:ada", mailbox, interval_minutes: 5 }),
    relay,
    client,
    async arrive(mailbox) {
      sent += 1;
      const subject = `Mail ${sent}`;
      const head = `Message-ID: <${sent}@example.com>\r\nFrom: Ada <ada@example.com>\r\nSubject: ${subject}\r\n`;
      const raw = `${head}Date: Sat, 21 Nov 2026 10:00:00 +0000\r\n\r\nHello.\r\n`;
      await client.append(mailbox, raw, [], new Date(under.clock.now()));
      return subject;
    },
    async close() {
      await client.logout();
      await under.close();
      await relay.close();
      await servers.stop();
    },
  };
}
