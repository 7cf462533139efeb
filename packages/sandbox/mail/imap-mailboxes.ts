import type { ImapArgument, ImapCommand } from "./imap-command.ts";
import { fetchLines } from "./imap-fetch.ts";
import { parseSearch } from "./imap-search.ts";
import { BadSearch } from "./imap-search-arguments.ts";
import { imapString, wireName } from "./imap-text.ts";
import type { Mailbox } from "./mailbox.ts";
import { MailboxView } from "./mailbox-view.ts";

/** The response to a command: untagged lines (bytes as latin1) and the tagged line without its tag. */
export interface Outcome {
  untagged?: string;
  tagged: string;
}

const NONE_OPEN: Outcome = { tagged: "BAD Open a mailbox first" };

/** Finds a mailbox by its name on the wire. INBOX is case-insensitive. */
function findMailbox(mailboxes: readonly Mailbox[], name: string): Mailbox | undefined {
  const wanted = name.toUpperCase() === "INBOX" ? "INBOX" : name;
  return mailboxes.find((mailbox) => wireName(mailbox.name) === wanted);
}

/** Opens a mailbox by name. Returns `undefined` if there is no such mailbox. */
export function viewMailbox(mailboxes: readonly Mailbox[], name: string): MailboxView | undefined {
  const mailbox = findMailbox(mailboxes, name);
  return mailbox && new MailboxView(mailbox);
}

/** Answers LIST and LSUB for one name or for all (`*`). */
export function listMailboxes(mailboxes: readonly Mailbox[], command: string, pattern: string): Outcome {
  const named = findMailbox(mailboxes, pattern);
  const listed = pattern === "*" ? mailboxes : named ? [named] : [];
  const lines = listed.map(
    ({ name, specialUse }) => `* ${command} (${specialUse}) "/" ${imapString(wireName(name))}\r\n`,
  );
  return { untagged: lines.join(""), tagged: "OK Done" };
}

/** Answers SELECT and EXAMINE. */
export function openedMailbox(open: MailboxView | undefined, command: string): Outcome {
  if (!open) return { tagged: "NO [NONEXISTENT] Unknown Mailbox (Failure)" };
  const { mailbox } = open;
  const untagged = [
    "FLAGS (\\Answered \\Flagged \\Draft \\Deleted \\Seen)",
    `${mailbox.messages.length} EXISTS`,
    "0 RECENT",
    `OK [UIDVALIDITY ${mailbox.uidValidity}] UIDs valid`,
    `OK [UIDNEXT ${mailbox.uidNext}] Predicted next UID`,
  ];
  return {
    untagged: untagged.map((line) => `* ${line}\r\n`).join(""),
    tagged: `OK [${command === "EXAMINE" ? "READ-ONLY" : "READ-WRITE"}] Opened`,
  };
}

/** Answers UID SEARCH, with RETURN if ESEARCH (RFC 4731) is offered. */
export function searchMailbox(
  open: MailboxView | undefined,
  { tag, args }: ImapCommand,
  offered: readonly string[],
  now: number,
): Outcome {
  if (!open) return NONE_OPEN;
  const { messages } = open.mailbox;
  const capabilities = new Set(offered);
  const extended = String(args[0]).toUpperCase() === "RETURN" && capabilities.has("ESEARCH");
  try {
    const highestUid = messages.at(-1)?.uid ?? 0;
    const matches = parseSearch(extended ? args.slice(2) : args, { capabilities, now, highestUid });
    const uids = messages.filter(matches).map(({ uid }) => uid);
    const all = uids.length > 0 ? ` ALL ${uids.join(",")}` : "";
    const untagged = extended
      ? `* ESEARCH (TAG "${tag}") UID COUNT ${uids.length}${all}\r\n`
      : `* SEARCH ${uids.join(" ")}\r\n`;
    return { untagged: open.changes() + untagged, tagged: "OK Done" };
  } catch (error) {
    if (error instanceof BadSearch) return { tagged: `${error.status} ${error.message}` };
    throw error;
  }
}

/** Answers APPEND. The arguments are mailbox, flags, date and message. */
export function appendMessage(mailboxes: readonly Mailbox[], args: readonly ImapArgument[]): Outcome {
  const [name, flags, date] = args;
  const mailbox = findMailbox(mailboxes, String(name));
  if (!mailbox) return { tagged: "NO [TRYCREATE] Unknown Mailbox (Failure)" };
  mailbox.add(Buffer.from(String(args.at(-1)), "utf8"), {
    flags: Array.isArray(flags) ? flags.map(String) : [],
    ...(args.length > 3 ? { receivedAt: String(date) } : {}),
  });
  return { tagged: "OK Appended" };
}

/** Answers UID FETCH. */
export function fetchMessages(open: MailboxView | undefined, args: readonly ImapArgument[]): Outcome {
  const [set, items = []] = args;
  if (!open || typeof set !== "string") return NONE_OPEN;
  const lines = fetchLines(open.mailbox, set, typeof items === "string" ? [items] : items);
  if (lines === undefined) return { tagged: "BAD Unknown data item" };
  return { untagged: open.changes() + lines, tagged: "OK Done" };
}
