import { startImap } from "@plumbline/sandbox/mail/imap-server.ts";

/** Where mailboxes are: whoever signs in finds the same one. */
export interface MailServerStarted {
  port: number;
}

/** The sandbox's IMAP server, TLS from the first byte, in a process of its own. */
const server = await startImap();
for (let number = 0; number < 20; number++)
  server.inbox.add({ subject: `Mail ${number}`, messageId: `<${number}@example.com>`, text: "Hello." });
process.send?.({ port: server.port } satisfies MailServerStarted);
process.on("disconnect", () => process.exit());
