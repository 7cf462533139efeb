import { createHash } from "node:crypto";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { MailAccount } from "../mail-account.ts";

/**
 * Where a search stopped. UIDs only grow, so mail that comes meanwhile changes nothing behind it; under
 * another UIDVALIDITY (RFC 3501, 2.3.1.1) the UID means nothing.
 */
export interface SearchCursor {
  uidValidity: string;
  /** Messages below this UID were not looked at. */
  before: number;
  /** The search it belongs to (searchScope). */
  scope: string;
}

const CURSOR = /^(?<uidValidity>\d{1,20})~(?<before>[1-9]\d{0,9})~(?<scope>[\w-]{12})$/;
const SCOPE_BYTES = 9;
const AGAIN = "Search again without a cursor.";

/** Names a search: another mailbox, account or query would pass over messages that it never looked at. */
export function searchScope(
  { host, user }: Pick<MailAccount, "host" | "user">,
  mailbox: string,
  query: string,
): string {
  const named = JSON.stringify([host, user, mailbox, query.trim()]);
  return createHash("sha256").update(named).digest().subarray(0, SCOPE_BYTES).toString("base64url");
}

export function writeSearchCursor({ uidValidity, before, scope }: SearchCursor): string {
  return `${uidValidity}~${before}~${scope}`;
}

/** Throws AdapterValidationError for a text that is no cursor, or one of another search. */
export function readSearchCursor(cursor: string, scope: string): SearchCursor {
  const read = CURSOR.exec(cursor)?.groups;
  const { uidValidity, before, scope: known } = read ?? {};
  if (uidValidity === undefined || before === undefined)
    throw new AdapterValidationError("cursor: must be the next_cursor of an earlier email_search.", {
      nextStep: AGAIN,
    });
  if (known !== scope)
    throw new AdapterValidationError(
      "cursor: belongs to a search with another query, mailbox or credential.",
      {
        nextStep: "Repeat the arguments of that search, or search again without a cursor.",
      },
    );
  return { uidValidity, before: Number(before), scope };
}

/** Throws AdapterValidationError when the mailbox has been made anew since. */
export function checkSearchCursor({ uidValidity }: SearchCursor, current: string): void {
  if (uidValidity === current) return;
  throw new AdapterValidationError(
    "cursor: the mail server has renumbered the mailbox since (another UIDVALIDITY), so the cursor means nothing any more.",
    { nextStep: AGAIN, providerCode: "UIDVALIDITY" },
  );
}
