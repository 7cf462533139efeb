import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import {
  type SmtpServer,
  type SmtpServerOptions,
  sampleSmtpLogin,
  startSmtpServer,
} from "@plumbline/sandbox/mail/smtp-server.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import type { ServiceUnderTestOptions } from "../../support/service-under-test.ts";
import { type AdapterUnderTest, startAdapterUnderTest } from "../adapter-under-test.ts";

/** A service in front of the sandbox's mail server, and a tenant with a mailbox there. */
export interface SmtpUnderTest extends AdapterUnderTest {
  smtp: SmtpServer;
  /** `email_send` from the mailbox connected by token, unless another `credential_id` is given. */
  send(args?: Record<string, unknown>, options?: CallOptions): Promise<DispatchResult>;
  /** Connects the same mailbox by password, as a server of the tenant's own choice. */
  connectByPassword(metadata?: Record<string, unknown>): Promise<string>;
}

export async function startSmtpUnderTest(
  options: SmtpServerOptions & { service?: ServiceUnderTestOptions } = {},
): Promise<SmtpUnderTest> {
  const smtp = await startSmtpServer(options);
  const server = { host: smtp.host, port: smtp.port };
  const under = await startAdapterUnderTest({
    endpoints: { mail_oauth_a: { smtp: server, imap: server }, mail_oauth_b: { smtp: server, imap: server } },
    egressAllow: `127.0.0.1:${smtp.port}`,
    extraCertificates: sandboxCertificate().cert,
    ...options.service,
  });
  const { user, password, token } = sampleSmtpLogin;
  const byToken = await under.connect({ kind: "mail_oauth_a", token, metadata: { username: user } });
  const plain = { to: ["grace@example.com"], subject: "Hello", text: "Hello, Grace." };
  return {
    ...under,
    smtp,
    send: (args = {}, more = {}) =>
      under.call("email_send", { credential_id: byToken, ...plain, ...args }, more),
    connectByPassword: (metadata = {}) =>
      under.connect({
        kind: "generic_api_key",
        label: "By password",
        token: password,
        metadata: {
          smtp_host: "127.0.0.1",
          smtp_port: smtp.port,
          smtp_ssl: options.implicitTls ?? false,
          username: user,
          ...metadata,
        },
      }),
    async close() {
      await under.close();
      // However a call ended, it left no connection open.
      await smtp.idle();
      await smtp.close();
    },
  };
}
