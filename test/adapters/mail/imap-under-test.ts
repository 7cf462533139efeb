import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import {
  type ImapServer,
  type ImapServerOptions,
  sampleMailPassword,
  sampleMailToken,
  sampleMailUser,
  startImap,
} from "@plumbline/sandbox/mail/imap-server.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import * as z from "zod";
import { type AdapterUnderTest, startAdapterUnderTest, succeeded } from "../adapter-under-test.ts";

/** A service in front of an IMAP sandbox, with a mailbox connected by token (`mail_oauth_a`). */
export interface ImapUnderTest extends Omit<AdapterUnderTest, "close"> {
  imap: ImapServer;
  credentialId: string;
  search(args?: Record<string, unknown>): Promise<DispatchResult>;
  /** Stores the same mailbox as a password (`generic_api_key`). */
  connectByPassword(metadata?: Record<string, unknown>, token?: string): Promise<string>;
  close(): Promise<void>;
}

export async function startImapUnderTest(
  options: ImapServerOptions & { egressAllow?: string } = {},
): Promise<ImapUnderTest> {
  const { egressAllow, ...serverOptions } = options;
  const imap = await startImap({ implicitTls: false, ...serverOptions });
  const server = { host: imap.host, port: imap.port };
  const under = await startAdapterUnderTest({
    extraCertificates: sandboxCertificate().cert,
    egressAllow: egressAllow ?? imap.host,
    endpoints: { mail_oauth_a: { smtp: server, imap: server } },
  });
  const metadata = { username: sampleMailUser };
  const credentialId = await under.connect({ kind: "mail_oauth_a", token: sampleMailToken, metadata });
  return {
    ...under,
    imap,
    credentialId,
    search: (args = {}) =>
      under.call("email_search", { credential_id: credentialId, query: "in:INBOX", ...args }),
    connectByPassword: (more = {}, token = sampleMailPassword) =>
      under.connect({
        kind: "generic_api_key",
        label: `Password ${token}`,
        token,
        metadata: {
          imap_host: imap.host,
          imap_port: imap.port,
          imap_ssl: serverOptions.implicitTls ?? false,
          username: sampleMailUser,
          ...more,
        },
      }),
    async close() {
      await under.close();
      await imap.close();
    },
  };
}

const found = z.looseObject({ subject: z.string() });
const answer = z.looseObject({ messages: z.array(found), more: z.boolean() });

/** Returns the messages that a search found. Throws when the search did not succeed. */
export function messagesOf(result: DispatchResult) {
  return answer.parse(succeeded(result).result).messages;
}

export function subjectsOf(result: DispatchResult): string[] {
  return messagesOf(result).map(({ subject }) => subject);
}
