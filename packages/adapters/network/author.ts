import type { CredentialMetadata } from "@plumbline/core/credentials/kinds.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { networkMetadata } from "./provider.ts";

/** The author URN of a connection (`urn:li:person:…`, `urn:li:organization:…`), checked once more: what is stored may be older than the rule. */
export function authorUrn(metadata: CredentialMetadata): string {
  const parsed = networkMetadata.safeParse(metadata);
  if (parsed.success) return parsed.data.urn;
  throw new AdapterValidationError(
    "The connection's metadata.urn must be an author URN such as urn:li:person:AbC123.",
    { nextStep: "Set metadata.urn of the connection to the URN of the person or organization that posts." },
  );
}
