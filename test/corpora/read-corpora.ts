import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { ImapFlow } from "imapflow";
import { startAdapterUnderTest } from "../adapters/adapter-under-test.ts";
import { PASSWORD, startMailServers } from "../peers/mail/mail-servers.ts";
import type { CorpusDocument, CorpusFeed } from "./corpora.ts";

const USER = "corpora@example.com";
const PAGE = 100;

/** Serves each feed on loopback and reads it by `feed_read`: the results by name. */
export async function readFeeds(feeds: readonly CorpusFeed[]): Promise<Record<string, unknown>> {
  const server = createServer((request, response) => {
    const feed = feeds[Number(request.url?.split("/")[1])];
    response.writeHead(200, feed?.headers).end(feed?.body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const under = await startAdapterUnderTest({ egressAllow: `127.0.0.1:${port}` });
  const results: Record<string, unknown> = {};
  for (const [at, { name }] of feeds.entries()) {
    const url = `http://127.0.0.1:${port}/${at}/feed.xml`;
    results[name] = await under.call("feed_read", { url, limit: PAGE });
  }
  await under.close();
  server.close();
  return results;
}

/** Puts the mails into a Dovecot of its own and reads them by `email_search`: the messages by name. */
export async function readMails(mails: readonly CorpusDocument[]): Promise<Record<string, unknown>> {
  const servers = await startMailServers();
  try {
    const names = await deliver(mails, servers.ports.imaps);
    const under = await startAdapterUnderTest({
      egressAllow: "127.0.0.1",
      extraCertificates: sandboxCertificate().cert,
    });
    const metadata = { imap_host: "127.0.0.1", imap_port: servers.ports.imaps, username: USER };
    const credential_id = await under.connect({ kind: "generic_api_key", token: PASSWORD, metadata });
    const found: Record<string, unknown> = {};
    let cursor: string | undefined;
    do {
      const search = { credential_id, query: "in:INBOX", include_body: true, limit: PAGE, cursor };
      const { result } = Object(await under.call("email_search", search));
      for (const message of result.messages) found[names.get(Number(message.id)) ?? ""] = message;
      cursor = result.next_cursor;
    } while (cursor !== undefined);
    await under.close();
    return found;
  } finally {
    await servers.stop();
  }
}

/** Returns the name of each mail by its UID. */
async function deliver(mails: readonly CorpusDocument[], port: number): Promise<Map<number, string>> {
  const client = new ImapFlow({
    host: "127.0.0.1",
    port,
    secure: true,
    auth: { user: USER, pass: PASSWORD },
    tls: { ca: sandboxCertificate().cert },
    logger: false,
  });
  await client.connect();
  const names = new Map<number, string>();
  for (const { name, body } of mails) {
    // An IMAP server takes lines that end in CR LF alone.
    const bytes = Buffer.from(body.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1");
    const kept = await client.append("INBOX", bytes);
    if (kept && kept.uid !== undefined) names.set(kept.uid, name);
  }
  await client.logout();
  return names;
}
