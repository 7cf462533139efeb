import { AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import type { ImapFlow, SearchObject } from "imapflow";
import type { ImapSession } from "./imap-session.ts";
import { uidsOfSet } from "./uid-set.ts";

/** imapflow 2.1.2 takes the square of the length of an ESEARCH answer: of more messages than these it could be long. */
const MOST_FOR_EXTENDED = 700;

/**
 * The UIDs a query finds, in ascending order; by an extended search (ESEARCH) where it is offered and the mailbox is small.
 * imapflow answers a search that failed with `false` and throws nothing: that is never "no mail". Nor is a part of the
 * answer that it could not read.
 */
export async function findUids({ client, swallowed }: ImapSession, query: SearchObject): Promise<number[]> {
  swallowed.forget();
  const { mailbox, capabilities } = client;
  const extended = capabilities.has("ESEARCH") && mailbox && mailbox.exists <= MOST_FOR_EXTENDED;
  const uids = extended ? await extendedSearch(client, query) : await client.search(query, { uid: true });
  if (swallowed.latest !== undefined) throw swallowed.latest;
  if (uids) return uids;
  throw new AdapterTransientError("The mail server's answer to the search could not be read.");
}

async function extendedSearch(client: ImapFlow, query: SearchObject): Promise<number[] | undefined> {
  const found = await client.search(query, { uid: true, returnOptions: ["COUNT", "ALL"] });
  if (!found || Array.isArray(found)) return found || undefined;
  if (found.all === undefined) return found.count === 0 ? [] : undefined;
  // Mail may have come since the mailbox was opened.
  return uidsOfSet(String(found.all), 2 * MOST_FOR_EXTENDED);
}
