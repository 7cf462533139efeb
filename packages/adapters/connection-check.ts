import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";

/**
 * What the service itself does with a stored credential, as tools no caller can name:
 * `test` is the provider's cheapest authenticated read, answering `{account?, scopes?}`;
 * `revoke` tells the provider that the token is no longer wanted, where it offers that.
 */
export interface ConnectionCheck {
  kinds: readonly CredentialKind[];
  /** Narrows the kinds to what a credential is for, by its metadata and scope; one kind may open several doors. */
  fits?(credential: Pick<CredentialRecord, "kind" | "metadata" | "scope">): boolean;
  test: Tool;
  revoke?: Tool;
}
