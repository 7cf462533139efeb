import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";

/** A next page must be asked for exactly as the first was, and "from now on" means another time by then: so it is kept. */
export interface PageCursor {
  /** ISO 8601, UTC. */
  timeMin: string;
  /** The provider's own. */
  pageToken: string;
}

const CURSOR = /^(?<timeMin>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(?<pageToken>.+)$/s;

export function writeCursor({ timeMin, pageToken }: PageCursor): string {
  return `${timeMin}~${pageToken}`;
}

/** Throws AdapterValidationError for a text that writeCursor did not make. */
export function readCursor(cursor: string): PageCursor {
  const { timeMin, pageToken } = CURSOR.exec(cursor)?.groups ?? {};
  if (timeMin !== undefined && pageToken !== undefined) return { timeMin, pageToken };
  throw new AdapterValidationError("cursor: must be the next_cursor of an earlier calendar_list_events.");
}
