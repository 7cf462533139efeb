import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import type { PlannedRequest } from "@plumbline/core/tool/tool.ts";
import type { SearchObject } from "imapflow";
import { filterSearch } from "../filter/filter-search.ts";
import { type MailAccount, plannedServer } from "../mail-account.ts";
import type { InboxSearch } from "./search-inbox.ts";

/**
 * A server without search extensions. Previews assume this, because extensions are known only after
 * connecting.
 */
const PLAIN = { gmail: false, within: false };

/**
 * Describes a search for a preview: the mailbox, the conditions as IMAP keys, and the number of messages to
 * read.
 */
export function previewSearch(
  account: MailAccount,
  socketOptions: SocketOptionsFor,
  { mailbox, filter, limit, includeBody }: InboxSearch,
  now: number,
): PlannedRequest {
  const server = plannedServer(account, socketOptions);
  const { query } = filterSearch(filter, PLAIN, now);
  const search = conditionsOf(query);
  return { protocol: "imap", ...server, mailbox, search, limit, include_body: includeBody };
}

/** Returns the conditions, all of which must match. filterSearch nests each inside the one before. */
function conditionsOf({ or: [rest] = [], ...condition }: SearchObject): SearchObject[] {
  return rest === undefined ? [condition] : [condition, ...conditionsOf(rest)];
}
