import { existsSync } from "node:fs";
import { startChild } from "./child.ts";
import type { InboxesPolled } from "./watch-inboxes-run.ts";
import type { MailServerStarted } from "./watch-inboxes-server.ts";

export type MailServer = "sandbox" | "dovecot";

const WAYS = [
  ["10 watches on each of 50 mailboxes", 50, 10],
  ["one watch on each of 500 mailboxes", 500, 1],
] as const;

/**
 * Polls of mailboxes where nothing has come, each a tenant's own with so many watches on it: server and
 * service each in a process of its own.
 */
export async function pollInboxes(
  mailboxes: number,
  watchesEach: number,
  on: MailServer = "sandbox",
): Promise<InboxesPolled> {
  const server = await startChild("watch-inboxes-server.ts", on);
  const { port, login, password } = server.first as MailServerStarted;
  const arguments_ = [port, mailboxes, watchesEach, login, password].map(String);
  const { child, first } = await startChild("watch-inboxes-run.ts", ...arguments_);
  child.disconnect();
  server.child.disconnect();
  const polled = first as InboxesPolled;
  if (polled.failures > 0) throw new Error(`${polled.failures} looks into a mailbox failed.`);
  return polled;
}

/** Measures how fast inboxes are polled. */
export async function watchInboxes(): Promise<void> {
  console.log(
    "\nInbox polls, 500 watches at 5 minutes, 3 rounds, nothing new; a TLS session, sign-in and sign-out for each mailbox and round.",
  );
  console.log(
    "The server is in a process of its own: Debian's Dovecot, where it is installed, and the sandbox's.",
  );
  console.log(
    "                                              polls/s   sessions/s   CPU µs/session   store reads/poll   store writes/batch   key operations/session   RSS MiB",
  );
  for (const on of dovecotIsThere() ? (["dovecot", "sandbox"] as const) : (["sandbox"] as const))
    for (const [name, mailboxes, watchesEach] of WAYS) await measure(on, name, mailboxes, watchesEach);
  console.log(
    "To be reached: 50 inbox polls a second; no more than one store write a batch that finds nothing",
  );
}

/** It gives its processes users of their own, which takes root. */
function dovecotIsThere(): boolean {
  return existsSync("/usr/sbin/dovecot") && process.getuid?.() === 0;
}

async function measure(on: MailServer, name: string, mailboxes: number, watchesEach: number): Promise<void> {
  const polled = await pollInboxes(mailboxes, watchesEach, on);
  const { use, polls, sessions, batches, rss } = polled;
  const cells = [
    polled.pollsPerSecond.toFixed(0).padStart(8),
    polled.sessionsPerSecond.toFixed(0).padStart(13),
    polled.cpuPerSession.toFixed(0).padStart(17),
    (use.reads / polls).toFixed(3).padStart(19),
    (use.writes / batches).toFixed(2).padStart(21),
    (polled.keyOperations / sessions).toFixed(2).padStart(25),
    rss.toFixed(0).padStart(10),
  ];
  console.log(`${on}: ${name}`.padEnd(45) + cells.join(""));
}
