import type { CallOwner } from "../access/caller.ts";
import type { CredentialName } from "../credentials/credential.ts";
import { shrinkJson } from "../tool/fit-result.ts";

/**
 * Outcome of a call. `refused`: nothing was sent, or the tool itself refused. `unknown`: a write may have
 * been carried out.
 */
export const CALL_OUTCOMES = ["ok", "refused", "failed", "unknown"] as const;

export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Polls of one watch with the same outcome, counted as one entry. */
export interface CountedLooks {
  watch_id: string;
  count: number;
  /** When the first of these polls ended. */
  since: string;
}

/**
 * The facts of one call, without its arguments. Fields that do not apply are `undefined` and are not stored.
 * Times are ISO 8601 in UTC.
 */
export interface CallFacts {
  tool: string;
  outcome: CallOutcome;
  error_code?: string | undefined;
  /** For an entry of several polls, the sum over all of them, as for `attempts`. */
  elapsed_ms: number;
  attempts: number;
  /** The API key that made the call. Omitted if the service made the call itself. */
  key_id?: string | undefined;
  session_id?: string | undefined;
  end_user?: string | undefined;
  credential?: CredentialName | undefined;
  request_id?: string | undefined;
  run_id?: string | undefined;
  approval_id?: string | undefined;
  looks?: CountedLooks | undefined;
}

/** Returns the facts that identify the caller and the request. */
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

/** A call as stored in its block. */
export interface BlockedCall extends CallFacts {
  /** When the call ended. */
  at: string;
  /** Set if the arguments were too long and have been shortened. */
  arguments_cut?: true | undefined;
}

/**
 * Calls of one tenant that were written together. A call's ID is the ID of its block with the call's index in
 * the last four digits.
 */
export interface CallBlock {
  tenant_id: string;
  /** A UUID version 7 that ends in `0000`. Blocks sort by the time they were made. */
  id: string;
  /** The calls in the order in which they ended. */
  calls: readonly BlockedCall[];
  /** The calls' arguments, an encrypted JSON array. Null if they could not be encrypted. */
  arguments_cipher: string | null;
  /** The record may be deleted after this time. */
  expires_at: string;
}

/** A call as shown in lists. */
export interface LoggedCall extends BlockedCall {
  id: string;
}

export interface LoggedCallDetail extends LoggedCall {
  /** The arguments with secrets removed; `undefined` if none were stored. */
  arguments: unknown;
}

/** Maximum length of the arguments of one call, in characters of JSON. */
const MOST_CHARS = 8_192;

/** Arguments as JSON, shortened if they were too long. */
export interface ShownArguments {
  json: string;
  isCut: boolean;
}

/**
 * Converts arguments to the JSON that the log stores. Secrets must be redacted first, because shortening
 * could leave half of one that would no longer be recognized.
 */
export function fitArguments(shown: unknown): ShownArguments {
  const json = JSON.stringify(shown) ?? "null";
  if (json.length <= MOST_CHARS) return { json, isCut: false };
  return { json: JSON.stringify(shrinkJson(shown, MOST_CHARS)), isCut: true };
}
