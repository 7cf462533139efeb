import { AdapterAuthError, AdapterValidationError } from "../errors/adapter-error.ts";
import { cutText } from "../text/unicode.ts";
import {
  type CredentialRecord,
  type CredentialStatus,
  listExcludedMetadata,
  listMissingMetadata,
} from "./credential.ts";
import type { CredentialFit, CredentialKinds } from "./kinds.ts";

/** Maximum number of accounts listed in one error. */
export const MAX_LISTED_ACCOUNTS = 20;

const MAX_UNFIT_LISTED = 10;
const MAX_LABEL = 120;

/**
 * Maximum length of the list of accounts in an error. A longer text would be truncated, perhaps within an ID.
 */
const MAX_LIST_LENGTH = 3_400;

/** Characters of a listed account, excluding its label. */
const LENGTH_WITHOUT_LABEL = 80;
const SEE_OTHERS = "Call connections_list with kind (and query) to see the others.";

const CHOOSE_ONE =
  "Repeat the call with the credential_id of the intended account. Ask the user if that is not clear.";

/** Credentials that a call without `credential_id` could use, and those it cannot. */
export interface Candidates {
  fitting: readonly CredentialRecord[];
  /** Credentials of a suitable kind whose metadata does not fit the tool. */
  unfit: readonly CredentialRecord[];
  /** `false` if reading stopped before the tenant's last credential. */
  complete: boolean;
}

/** Creates the error that lists the accounts which a call without `credential_id` could mean. */
export function createSeveralFitError(
  { fitting, complete }: Candidates,
  statusOf: (record: CredentialRecord) => CredentialStatus,
): AdapterValidationError {
  const listed = fitting.slice(0, MAX_LISTED_ACCOUNTS);
  const longestLabel = Math.min(
    MAX_LABEL,
    Math.floor(MAX_LIST_LENGTH / listed.length) - LENGTH_WITHOUT_LABEL,
  );
  const accounts = listed.map((record) => {
    const { id, kind, label } = record;
    return `${id} (${kind}, "${cutText(label, longestLabel)}", ${statusOf(record)})`;
  });
  const others = fitting.length - listed.length;
  const more = others === 0 ? "" : `; and ${complete ? "" : "at least "}${others} more`;
  return new AdapterValidationError(
    `Several credentials match. Choose one as credential_id: ${accounts.join("; ")}${more}.`,
    { nextStep: others === 0 ? CHOOSE_ONE : `${SEE_OTHERS} ${CHOOSE_ONE}` },
  );
}

/**
 * Creates the error that states which credentials a tool needs, and what existing ones of these kinds lack.
 */
export function createNoneFitsError(
  { unfit }: Candidates,
  fit: CredentialFit,
  kinds: CredentialKinds,
): AdapterAuthError {
  const needed = describeNeeded(fit);
  if (unfit.length === 0) {
    return new AdapterAuthError(`There is no credential of kind ${needed}.`, {
      nextStep: `Connect one of kind ${needed} first.`,
    });
  }
  const listed = unfit.slice(0, MAX_UNFIT_LISTED).map((record) => describeMisfit(record, fit));
  const others = unfit.length - listed.length;
  const more = others === 0 ? "" : `; ${others} more do not match either`;
  return new AdapterAuthError(`There is no credential of kind ${needed}: ${listed.join("; ")}${more}.`, {
    nextStep: adviseAnyRepair(unfit, fit, kinds) ?? `Connect one of kind ${needed} first.`,
  });
}

/** Returns the error for a given credential whose metadata does not fit the tool; `undefined` if it fits. */
export function findMetadataError(
  record: CredentialRecord,
  fit: CredentialFit,
  kinds: CredentialKinds,
): AdapterValidationError | undefined {
  if (listMissingMetadata(record, fit).length === 0 && listExcludedMetadata(record, fit).length === 0)
    return undefined;
  return new AdapterValidationError(`The credential ${describeMisfit(record, fit)}.`, {
    nextStep:
      adviseRepair(record, fit, kinds) ??
      "Use another credential (call connections_list to see them), or connect another account.",
  });
}

/** Describes a misfit, such as `"Work mail" has no metadata.smtp_host`. */
function describeMisfit(record: CredentialRecord, fit: CredentialFit): string {
  const [excluded] = listExcludedMetadata(record, fit);
  if (excluded !== undefined)
    return `"${record.label}" has metadata.${excluded}, so it is for a different purpose`;
  return `"${record.label}" has no ${joinKeys(listMissingMetadata(record, fit), "or")}`;
}

/** Advises how to repair the first credential that can be repaired. */
function adviseAnyRepair(
  unfit: readonly CredentialRecord[],
  fit: CredentialFit,
  kinds: CredentialKinds,
): string | undefined {
  return unfit.map((record) => adviseRepair(record, fit, kinds)).find((step) => step !== undefined);
}

/** Advises to add the missing metadata. Returns `undefined` if that would not make the credential fit. */
function adviseRepair(
  record: CredentialRecord,
  fit: CredentialFit,
  kinds: CredentialKinds,
): string | undefined {
  const missing = listMissingMetadata(record, fit);
  if (missing.length === 0 || listExcludedMetadata(record, fit).length > 0) return undefined;
  if (!kinds.canAddMetadata(record.kind, record.metadata, missing)) return undefined;
  return `Store the token of "${record.label}" again with ${joinKeys(missing, "and")}, or connect another account.`;
}

/**
 * Describes the needed credential, such as `mail_oauth_a (with metadata.username) or generic_api_key (with
 * metadata.smtp_host and metadata.username)`.
 */
function describeNeeded({ kinds, metadata = {} }: CredentialFit): string {
  const described = kinds.map((kind) => {
    const keys = metadata[kind] ?? [];
    return keys.length === 0 ? kind : `${kind} (with ${joinKeys(keys, "and")})`;
  });
  return described.join(" or ");
}

function joinKeys(keys: readonly string[], word: "and" | "or"): string {
  return keys.map((key) => `metadata.${key}`).join(` ${word} `);
}
