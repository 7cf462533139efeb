import type { CredentialName, CredentialRecord } from "../credentials/credential.ts";
import type { CredentialStore } from "../credentials/credential-store.ts";
import type { ApprovedAs } from "../dispatch/approval-port.ts";
import type { CallOptions } from "../dispatch/call-options.ts";
import type { DispatchResult } from "../dispatch/dispatch-result.ts";
import type { Unsent } from "./approval.ts";

/** Reads stored credentials, and asks a provider which account a token belongs to. */
export interface AccountPorts {
  credentials: Pick<CredentialStore, "get" | "findByLabel">;
  /**
   * Tests a stored token, and stores the account that the provider reports. Returns `undefined` if tokens of
   * this kind cannot be tested.
   */
  testAccount(record: CredentialRecord, options: CallOptions): Promise<DispatchResult | undefined>;
}

/** The account of an approved call as it was when the call was made. */
interface AskedAccount {
  tenantId: string;
  name: CredentialName;
  /** The provider's ID of the account; `null` if it was not known. Omitted by older versions. */
  accountId: string | null | undefined;
}

/** The credential that an approved call uses now, or why it cannot be sent. */
type FoundAccount = { id: string; as: ApprovedAs; unsent?: undefined } | { unsent: Unsent };

/**
 * Finds the credential that now belongs to the account of an approved call: the same one, perhaps with a new
 * token or label, or the one that replaced it under its label. A token that was stored since is tested first,
 * because only the provider knows whether it belongs to the same account.
 */
export async function findApprovedAccount(
  { credentials, testAccount }: AccountPorts,
  { tenantId, name, accountId }: AskedAccount,
  options: CallOptions,
): Promise<FoundAccount> {
  const original = await credentials.get(tenantId, name.id);
  const isActive = original !== undefined && original.revoked_at === null;
  const [successor] =
    isActive || !accountId ? [] : await credentials.findByLabel(tenantId, name.label, [name.kind]);
  let record = isActive ? original : successor;
  if (!original || !record) return { unsent: describeDisconnected(name) };
  if (accountId && record.account?.id === undefined) {
    const tested = await testAccount(record, options);
    if (tested?.ok === false) {
      const { refusal_reason, error_code, next_step } = tested;
      return { unsent: { refusal_reason, error_code, ...(next_step && { next_step }) } };
    }
    record = (await credentials.get(tenantId, record.id)) ?? record;
  }
  if (accountId && record.account?.id !== accountId)
    return { unsent: isActive ? describeOtherAccount(record) : describeDisconnected(name) };
  // The account as of the call, which its approval is bound to.
  const account = accountId ? { id: accountId } : accountId === null ? null : record.account;
  return { id: record.id, as: { ...name, account, created_at: original.created_at } };
}

function describeDisconnected({ label }: CredentialName): Unsent {
  return {
    refusal_reason: `The account "${label}" was disconnected after this call was made. Nothing was sent.`,
    error_code: "authentication",
    next_step: "Make the call again with an account that is connected now.",
  };
}

function describeOtherAccount({ label }: CredentialName): Unsent {
  return {
    refusal_reason: `"${label}" belongs to another account now than when this call was made. Nothing was sent.`,
    error_code: "authentication",
    next_step: "Make the call again if the other account should send it.",
  };
}
