import { createHash } from "node:crypto";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { MailAccount } from "../mail-account.ts";

/**
 * Position at which a search stopped. New mail does not affect it, because UIDs only grow. If UIDVALIDITY
 * changes (RFC 3501, 2.3.1.1), the UID has no meaning.
 */
export interface SearchCursor {
  uidValidity: string;
  /** Messages below this UID were not checked. */
  before: number;
  /** Identifier of the search that the cursor belongs to (createSearchScope). */
  scope: string;
}

const CURSOR = /^(?<uidValidity>\d{1,20})~(?<before>[1-9]\d{0,9})~(?<scope>[\w-]{12})$/;
const SCOPE_BYTES = 9;
const AGAIN = "Search again without a cursor.";

/**
 * Creates an identifier of a search. It prevents a cursor of another mailbox, account or query from being
 * used, which would skip messages that were never checked.
 */
export function createSearchScope(
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

/** Parses a cursor. Throws AdapterValidationError if it is malformed or belongs to another search. */
export function readSearchCursor(cursor: string, scope: string): SearchCursor {
  const read = CURSOR.exec(cursor)?.groups;
  const { uidValidity, before, scope: known } = read ?? {};
  if (uidValidity === undefined || before === undefined)
    throw new AdapterValidationError("cursor: must be the next_cursor of an earlier email_search.", {
      nextStep: AGAIN,
    });
  if (known !== scope)
    throw new AdapterValidationError(
      "cursor: belongs to a search with a different query, mailbox or credential.",
      {
        nextStep: "Repeat the arguments of that search, or search again without a cursor.",
      },
    );
  return { uidValidity, before: Number(before), scope };
}

/** Throws AdapterValidationError if the mailbox has been recreated since. */
export function checkSearchCursor({ uidValidity }: SearchCursor, current: string): void {
  if (uidValidity === current) return;
  throw new AdapterValidationError(
    "cursor: the mail server has since renumbered the mailbox (new UIDVALIDITY), so the cursor is no longer valid.",
    { nextStep: AGAIN, providerCode: "UIDVALIDITY" },
  );
}
