import * as z from "zod";
import { createSearchScope, readSearchCursor } from "../imap/search-cursor.ts";
import type { InboxSearch } from "../imap/search-inbox.ts";
import { listOwnAddresses, type MailAccount } from "../mail-account.ts";
import { MAX_FILTER_LENGTH } from "./filter-words.ts";
import { filterMailbox, parseFilter } from "./parse-filter.ts";

/** The `query` argument, parsed by parse-filter.ts. */
export const filterQuery = z.string().min(1).max(MAX_FILTER_LENGTH);

/** The `mailbox` argument. */
export const mailboxArgument = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine((name) => !/[\p{Cc}\p{Cs}]/u.test(name), "must not contain control characters")
  .optional()
  .describe("Default: INBOX.");

interface SearchArguments {
  query: string;
  mailbox?: string | undefined;
  limit: number;
  include_body: boolean;
  cursor?: string | undefined;
}

/** Builds the search from the arguments. Throws AdapterValidationError for an invalid filter or cursor. */
export function createInboxSearch(
  { query, mailbox: argument, limit, include_body, cursor }: SearchArguments,
  account: MailAccount,
  now: number,
): InboxSearch {
  const filter = parseFilter(query, now, listOwnAddresses(account));
  const mailbox = filterMailbox(filter, argument);
  const scope = createSearchScope(account, mailbox, query);
  const from = cursor === undefined ? undefined : readSearchCursor(cursor, scope);
  return { mailbox, filter, limit, includeBody: include_body, scope, from };
}
