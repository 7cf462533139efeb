import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalServer, startLocalServer } from "@plumbline/local";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { ImapFlow } from "imapflow";
import * as z from "zod";
import { type MailServers, PASSWORD, startMailServers } from "./mail-servers.ts";
import type { SeededMessage } from "./seeded-messages.ts";

const dispatchResult = z.looseObject({ ok: z.boolean() });
export type ToolAnswer = z.infer<typeof dispatchResult>;

/** The local service, over HTTP, in front of Dovecot and Postfix. */
export interface MailService {
  servers: MailServers;
  /** Stores a credential of a user of example.com and answers its id. */
  connect(user: string, how: { token: string } | { password: string; tls: boolean }): Promise<string>;
  /** Each call is a conversation of its own: none follows what another has read. */
  call(tool: string, args: Record<string, unknown>): Promise<ToolAnswer>;
  testCredential(id: string): Promise<ToolAnswer>;
  /** A mailbox as a mail program of its own sees it, its messages marked by nothing we do. */
  mailbox<Result>(user: string, use: (client: ImapFlow) => Promise<Result>): Promise<Result>;
  logLines: string[];
  close(): Promise<void>;
}

export async function startMailService(): Promise<MailService> {
  const servers = await startMailServers();
  const { imap, imaps, submission, submissions } = servers.ports;
  const folder = await mkdtemp(join(tmpdir(), "plumbline-peers-"));
  const certificate = join(folder, "ca.pem");
  await writeFile(certificate, sandboxCertificate().cert);
  const logLines: string[] = [];
  const settings = {
    DATA_DIR: folder,
    PORT: "0",
    EXTRA_CA_FILE: certificate,
    EGRESS_ALLOW: [imap, imaps, submission, submissions].map((port) => `127.0.0.1:${port}`).join(","),
    MAIL_OAUTH_A_IMAP_HOST: "127.0.0.1",
    MAIL_OAUTH_A_IMAP_PORT: String(imap),
    MAIL_OAUTH_A_SMTP_HOST: "127.0.0.1",
    MAIL_OAUTH_A_SMTP_PORT: String(submission),
  };
  const server: LocalServer = await startLocalServer(settings, { logSink: (line) => logLines.push(line) });
  const key = (await readFile(join(folder, "dev-api-key"), "utf8")).trim();
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${server.url}/api/v1/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${key}`,
        "x-conversation-id": randomUUID(),
      },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  let connected = 0;
  return {
    servers,
    async connect(user, how) {
      connected += 1;
      const account = { label: `mail ${connected}`, metadata: { username: `${user}@example.com` } };
      const byPassword = (password: string, tls: boolean) => ({
        ...account,
        kind: "generic_api_key",
        token: password,
        metadata: {
          ...account.metadata,
          imap_host: "127.0.0.1",
          imap_port: tls ? imaps : imap,
          imap_ssl: tls,
          smtp_host: "127.0.0.1",
          smtp_port: tls ? submissions : submission,
          smtp_ssl: tls,
        },
      });
      const record =
        "token" in how
          ? { ...account, kind: "mail_oauth_a", token: how.token }
          : byPassword(how.password, how.tls);
      return z.looseObject({ id: z.string() }).parse(await post("credentials", record)).id;
    },
    call: async (tool, args) => dispatchResult.parse(await post(`tools/${tool}`, { arguments: args })),
    testCredential: async (id) => dispatchResult.parse(await post(`credentials/${id}/test`, {})),
    async mailbox(user, use) {
      const client = new ImapFlow({
        host: "127.0.0.1",
        port: imaps,
        secure: true,
        auth: { user: `${user}@example.com`, pass: PASSWORD },
        tls: { ca: sandboxCertificate().cert },
        logger: false,
      });
      await client.connect();
      try {
        return await use(client);
      } finally {
        await client.logout();
      }
    },
    logLines,
    async close() {
      await server.close();
      await servers.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Puts messages into a user's mailbox, with their flags and the dates they arrived on. */
export async function seed(
  service: MailService,
  user: string,
  messages: readonly SeededMessage[],
  mailbox = "INBOX",
): Promise<void> {
  await service.mailbox(user, async (client) => {
    for (const { raw, flags, internalDate } of messages)
      await client.append(mailbox, raw, [...flags], internalDate);
  });
}
