import type { CallOwner } from "../access/caller.ts";
import type { CredentialName } from "../credentials/credential.ts";
import { shrinkJson } from "../tool/fit-result.ts";

/**
 * Endings of a call. `refused`: nothing was sent, or the tool itself refused. `unknown`: a write may have
 * been carried out.
 */
export const CALL_OUTCOMES = ["ok", "refused", "failed", "unknown"] as const;

export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Looks of one watch that ended alike, counted as one entry. */
export interface CountedLooks {
  watch_id: string;
  count: number;
  /** When the first of them ended. */
  since: string;
}

/**
 * Facts of one call, without its arguments. What does not apply is `undefined`, and is not stored. Times are
 * ISO 8601 in UTC.
 */
export interface CallFacts {
  tool: string;
  outcome: CallOutcome;
  error_code?: string | undefined;
  /** Of several looks, all of them together, as are the attempts. */
  elapsed_ms: number;
  attempts: number;
  /** The key that called; left out where the service called by itself. */
  key_id?: string | undefined;
  session_id?: string | undefined;
  end_user?: string | undefined;
  credential?: CredentialName | undefined;
  request_id?: string | undefined;
  run_id?: string | undefined;
  approval_id?: string | undefined;
  looks?: CountedLooks | undefined;
}

/** The facts of a call that tell on whose behalf it was made, and for which request. */
export function callerFacts(
  { keyId, session }: CallOwner,
  { requestId, runId }: { requestId?: string | undefined; runId?: string | undefined },
): Pick<CallFacts, "key_id" | "session_id" | "end_user" | "request_id" | "run_id"> {
  return {
    key_id: keyId,
    session_id: session?.id,
    end_user: session?.endUser,
    request_id: requestId,
    run_id: runId,
  };
}

/** A call as it stands in its block. */
export interface BlockedCall extends CallFacts {
  /** When it ended. */
  at: string;
  /** Its arguments were longer than what is kept of them. */
  arguments_cut?: true | undefined;
}

/**
 * Calls of one tenant that were written together. A call's id is the id of its block, with its place in the
 * last four digits.
 */
export interface CallBlock {
  tenant_id: string;
  /** A UUID of version 7: blocks sort by the time they were made. Ends in `0000`. */
  id: string;
  /** In the order in which they ended. */
  calls: readonly BlockedCall[];
  /** Sealed: a JSON array of the calls' arguments. Null where they could not be sealed. */
  arguments_cipher: string | null;
  /** From then on the record may be deleted. */
  expires_at: string;
}

/** A call as it is listed. */
export interface LoggedCall extends BlockedCall {
  id: string;
}

/** A call with its arguments. */
export interface LoggedCallDetail extends LoggedCall {
  /** As they may be shown; `undefined` where none were kept. */
  arguments: unknown;
}

/** Characters of one call's arguments, as JSON, that the log keeps. */
const MOST_CHARS = 8_192;

/** Arguments as JSON, shortened where they are too long. */
export interface ShownArguments {
  json: string;
  isCut: boolean;
}

/** Writes arguments as the log keeps them. They hold no secret any more: half of one would not be found. */
export function fitArguments(shown: unknown): ShownArguments {
  const json = JSON.stringify(shown) ?? "null";
  if (json.length <= MOST_CHARS) return { json, isCut: false };
  return { json: JSON.stringify(shrinkJson(shown, MOST_CHARS)), isCut: true };
}
