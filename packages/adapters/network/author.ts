import { type CredentialMetadata, metadataSchema } from "@plumbline/core/credentials/kinds.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";

const schema = metadataSchema("network");

/** The author URN of a connection (`urn:li:person:…`, `urn:li:organization:…`), checked once more: what is stored may be older than the rule. */
export function authorUrn(metadata: CredentialMetadata): string {
  const parsed = schema.safeParse(metadata);
  if (parsed.success) return String(parsed.data.urn);
  throw new AdapterValidationError(
    "The connection's metadata.urn must be an author URN such as urn:li:person:AbC123.",
    { nextStep: "Set metadata.urn of the connection to the URN of the person or organization that posts." },
  );
}
