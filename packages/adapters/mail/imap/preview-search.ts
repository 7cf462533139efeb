import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import type { PlannedRequest } from "@plumbline/core/tool/tool.ts";
import type { SearchObject } from "imapflow";
import { planSearch } from "../filter/filter-search.ts";
import { type MailAccount, planServer } from "../mail-account.ts";
import type { InboxSearch } from "./search-inbox.ts";

/** A server without search extensions, as assumed by previews. Extensions are known only after connecting. */
const NO_EXTENSIONS = { gmail: false, within: false };

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
  const server = planServer(account, socketOptions);
  const { query } = planSearch(filter, NO_EXTENSIONS, now);
  const search = flattenConditions(query);
  return { protocol: "imap", ...server, mailbox, search, limit, include_body: includeBody };
}

/** Returns the conditions, all of which must match. planSearch nests each inside the one before. */
function flattenConditions({ or: [rest] = [], ...condition }: SearchObject): SearchObject[] {
  return rest === undefined ? [condition] : [condition, ...flattenConditions(rest)];
}
