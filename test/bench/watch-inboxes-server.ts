import { sampleMailPassword, sampleMailUser, startImap } from "@plumbline/sandbox/mail/imap-server.ts";
import { PASSWORD, startMailServers } from "../peers/mail/mail-servers.ts";

/** Where mailboxes are, and who signs in: `%` is the number of the mailbox. */
export interface MailServerStarted {
  port: number;
  login: string;
  password: string;
}

/** The sandbox's IMAP server, where whoever signs in finds the same mailbox with twenty mails. */
async function startSandbox(): Promise<MailServerStarted> {
  const { port, inbox } = await startImap();
  for (let number = 0; number < 20; number++)
    inbox.add({ subject: `Mail ${number}`, messageId: `<${number}@example.com>`, text: "Hello." });
  return { port, login: sampleMailUser, password: sampleMailPassword };
}

/** Debian's Dovecot, with an empty mailbox for each who signs in. */
async function startDovecot(): Promise<MailServerStarted> {
  const { ports, stop } = await startMailServers();
  process.on("disconnect", () => void stop().then(() => process.exit()));
  return { port: ports.imaps, login: "user%@example.com", password: PASSWORD };
}

/** TLS from the first byte, in a process of its own. */
const dovecot = process.argv[2] === "dovecot";
process.send?.(await (dovecot ? startDovecot() : startSandbox()));
if (!dovecot) process.on("disconnect", () => process.exit());
