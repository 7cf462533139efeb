import { AdapterAuthError, AdapterValidationError } from "../errors/adapter-error.ts";
import { cutText } from "../text/cut-text.ts";
import { type CredentialRecord, credentialStatus } from "./credential.ts";
import { type CredentialFit, excludedMetadata, missingMetadata } from "./credential-fit.ts";
import { canAddMetadata } from "./kinds.ts";

/** Accounts listed in one refusal. */
export const MOST_LISTED = 20;
const MOST_UNFIT_LISTED = 10;
const MAX_LABEL = 120;
/** Characters of a refusal that twenty accounts may fill: a longer text is cut, and an id with it. */
const LIST_ROOM = 3_400;
/** Characters of an account beside its label. */
const BESIDE_LABEL = 80;

const SEE_OTHERS = "Call connections_list with kind (and query) to see the others.";
const NAME_ONE =
  "Repeat the call with the credential_id of the account that is meant; ask the user when that is not clear.";

/** What is known of the credentials that a call without `credential_id` could use. */
export interface Candidates {
  fitting: readonly CredentialRecord[];
  /** Credentials of a right kind that the tool cannot use because of their metadata. */
  unfit: readonly CredentialRecord[];
  /** `false` when reading stopped before the tenant's last credential. */
  complete: boolean;
}

/** Lists the accounts that a call without `credential_id` could mean. */
export function severalFit({ fitting, complete }: Candidates, now: number): AdapterValidationError {
  const listed = fitting.slice(0, MOST_LISTED);
  const longestLabel = Math.min(MAX_LABEL, Math.floor(LIST_ROOM / listed.length) - BESIDE_LABEL);
  const told = listed.map((record) => {
    const { id, kind, label } = record;
    return `${id} (${kind}, "${cutText(label, longestLabel)}", ${credentialStatus(record, now)})`;
  });
  const others = fitting.length - listed.length;
  const more = others === 0 ? "" : `; and ${complete ? "" : "at least "}${others} more`;
  return new AdapterValidationError(
    `Several credentials fit; name one as credential_id: ${told.join("; ")}${more}.`,
    { nextStep: others === 0 ? NAME_ONE : `${SEE_OTHERS} ${NAME_ONE}` },
  );
}

/** Says which credentials a tool needs, and what those of a right kind lack. */
export function noneFits({ unfit }: Candidates, fit: CredentialFit): AdapterAuthError {
  const needed = neededCredential(fit);
  if (unfit.length === 0) {
    return new AdapterAuthError(`There is no credential of kind ${needed}.`, {
      nextStep: `Connect one of kind ${needed} first.`,
    });
  }
  const listed = unfit.slice(0, MOST_UNFIT_LISTED).map((record) => misfit(record, fit));
  const others = unfit.length - listed.length;
  const more = others === 0 ? "" : `; ${others} more lack something too`;
  return new AdapterAuthError(`There is no credential of kind ${needed}: ${listed.join("; ")}${more}.`, {
    nextStep: mendableStep(unfit, fit) ?? `Connect one of kind ${needed} first.`,
  });
}

/** Refuses a named credential that a tool cannot use because of its metadata. */
export function metadataRefusal(
  record: CredentialRecord,
  fit: CredentialFit,
): AdapterValidationError | undefined {
  if (missingMetadata(record, fit).length === 0 && excludedMetadata(record, fit).length === 0)
    return undefined;
  return new AdapterValidationError(`The credential ${misfit(record, fit)}.`, {
    nextStep:
      mendStep(record, fit) ??
      "Name another credential (call connections_list to see which there are), or connect another account.",
  });
}

/** `"Work mail" has no metadata.smtp_host` */
function misfit(record: CredentialRecord, fit: CredentialFit): string {
  const [excluded] = excludedMetadata(record, fit);
  if (excluded !== undefined)
    return `"${record.label}" has metadata.${excluded}, so it was made for something else`;
  return `"${record.label}" has no ${keyList(missingMetadata(record, fit), "or")}`;
}

/** Says how to mend the first of the credentials that can be. */
function mendableStep(unfit: readonly CredentialRecord[], fit: CredentialFit): string | undefined {
  return unfit.map((record) => mendStep(record, fit)).find((step) => step !== undefined);
}

function mendStep(record: CredentialRecord, fit: CredentialFit): string | undefined {
  const missing = missingMetadata(record, fit);
  if (missing.length === 0 || excludedMetadata(record, fit).length > 0) return undefined;
  if (!canAddMetadata(record.metadata, missing)) return undefined;
  return `Store the token of "${record.label}" again with ${keyList(missing, "and")}, or connect another account.`;
}

/** `mail_oauth_a (with metadata.username) or generic_api_key (with metadata.smtp_host and metadata.username)` */
function neededCredential({ kinds, metadata = {} }: CredentialFit): string {
  const told = kinds.map((kind) => {
    const keys = metadata[kind] ?? [];
    return keys.length === 0 ? kind : `${kind} (with ${keyList(keys, "and")})`;
  });
  return told.join(" or ");
}

function keyList(keys: readonly string[], word: "and" | "or"): string {
  return keys.map((key) => `metadata.${key}`).join(` ${word} `);
}
