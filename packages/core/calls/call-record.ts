import type { CallOwner } from "../access/caller.ts";
import type { CredentialName } from "../credentials/credential.ts";
import type { RecordKind } from "../records/record-kind.ts";
import { shrinkJson } from "../tool/fit-result.ts";

/** `refused`: nothing was sent, or the tool itself refused. `unknown`: a write may have taken effect. */
export const CALL_OUTCOMES = ["ok", "refused", "failed", "unknown"] as const;

export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Polls of one watch with the same outcome, counted as one entry. */
interface CountedLooks {
  watch_id: string;
  count: number;
  /** Time at which the first of these polls ended. */
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
  /** Set if its caller stopped it, or left, before it had a result. */
  stopped?: true | undefined;
  /** For an entry of several polls, `elapsed_ms` and `attempts` are sums. */
  elapsed_ms: number;
  attempts: number;
  /** The API key that made the call. Omitted for the service's own calls. */
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
export function listCallerFacts(
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
export interface StoredCall extends CallFacts {
  /** Time at which the call ended. */
  at: string;
  /** Set if the arguments were too long and have been shortened. */
  arguments_cut?: true | undefined;
}

/**
 * Calls of one tenant that were written together. The last four digits of a call's ID are the call's index in
 * the block; the rest is the ID of the block.
 */
export interface CallBlock {
  tenant_id: string;
  /** A UUID version 7 that ends in `0000`. Blocks sort by creation time. */
  id: string;
  /** The calls, in the order in which they ended. */
  calls: readonly StoredCall[];
  /** The calls' arguments, as an encrypted JSON array. Null if it is empty or encryption failed. */
  arguments_cipher: string | null;
  /** Time after which the record may be deleted. */
  expires_at: string;
}

/**
 * Signed, because a key restricted to certain accounts may only see those accounts' calls. A block never
 * changes, so it has no version.
 */
export const CALL_BLOCKS: RecordKind<CallBlock> = {
  name: "call_blocks",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ expires_at }) => expires_at,
  signed: { as: "call block" },
};

/** A call as shown in lists. */
export interface LoggedCall extends StoredCall {
  id: string;
}

export interface LoggedCallDetail extends LoggedCall {
  /** The arguments with secrets removed; `undefined` if none were stored. */
  arguments: unknown;
}

/** Maximum length of the arguments of one call, in characters of JSON. */
const MAX_CHARS = 8_192;

/** Arguments as JSON, shortened if they were too long. */
export interface ShownArguments {
  json: string;
  isCut: boolean;
}

/**
 * Converts arguments to the JSON that the log stores. Secrets must be redacted first, because half of a
 * shortened secret would not be recognized.
 */
export function fitArguments(shown: unknown): ShownArguments {
  const json = JSON.stringify(shown) ?? "null";
  if (json.length <= MAX_CHARS) return { json, isCut: false };
  return { json: JSON.stringify(shrinkJson(shown, MAX_CHARS)), isCut: true };
}
