import type { CredentialRecord } from "./credential.ts";
import type { CredentialKind } from "./kinds.ts";

/** Names metadata keys, kind by kind; a kind that is left out names none. */
export type MetadataKeys = Readonly<Partial<Record<CredentialKind, readonly string[]>>>;

/** Describes the credentials that a tool can use. */
export interface CredentialFit {
  readonly kinds: readonly CredentialKind[];
  /** Keys that must be set. */
  readonly metadata?: MetadataKeys;
  /** Keys that must not be set: they say that the credential was made for something else. */
  readonly excludedMetadata?: MetadataKeys;
}

type Described = Pick<CredentialRecord, "kind" | "metadata">;

/** Tells whether a tool can use a credential, by its kind and its metadata; its status does not matter. */
export function fitsNeed(credential: Described, fit: CredentialFit): boolean {
  return (
    fit.kinds.includes(credential.kind) &&
    missingMetadata(credential, fit).length === 0 &&
    excludedMetadata(credential, fit).length === 0
  );
}

/** Lists the metadata keys that a credential of a right kind lacks. */
export function missingMetadata({ kind, metadata }: Described, fit: CredentialFit): string[] {
  return (fit.metadata?.[kind] ?? []).filter((key) => !isSet(metadata[key]));
}

/** Lists the metadata keys of a credential that keep the tool from using it. */
export function excludedMetadata({ kind, metadata }: Described, fit: CredentialFit): string[] {
  return (fit.excludedMetadata?.[kind] ?? []).filter((key) => isSet(metadata[key]));
}

function isSet(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)
  );
}
