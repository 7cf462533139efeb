import type { CredentialRecord, ProviderAccount } from "@plumbline/core/credentials/credential.ts";
import type { CredentialMetadata } from "@plumbline/core/credentials/kinds.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import { foldText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";

/** Format of a connection check's result. */
const checkResultSchema = z.lazy(() =>
  z.object({
    account: z.string().optional(),
    account_id: z.string().optional(),
    account_url: z.string().optional(),
    scopes: z.array(z.string()).optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
  }),
);

/** The account that a connection check found for a token. */
export interface CheckedAccount {
  account: ProviderAccount;
  scopes: readonly string[] | undefined;
  /** Metadata that identifies the account. */
  metadata: CredentialMetadata;
}

/** Parses a connection check's result. */
export function parseAccount(answer: unknown): CheckedAccount {
  const result = checkResultSchema.parse(answer);
  const { account: name, account_id: id, account_url, scopes, metadata = {} } = result;
  const url = parseAccountUrl(account_url);
  const account = {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
  };
  return { account, scopes, metadata };
}

/** Returns the name of a stored credential's account, if known. */
export function findAccountName({ account, metadata }: Pick<CredentialRecord, "account" | "metadata">) {
  const name = account?.name ?? metadata.username ?? metadata.urn;
  return typeof name === "string" ? name : undefined;
}

/** Returns the account of a stored credential with its name, if known. */
export function readKnownAccount(record: Pick<CredentialRecord, "account" | "metadata">): ProviderAccount {
  const name = findAccountName(record);
  return { ...record.account, ...(name === undefined ? {} : { name }) };
}

/**
 * Returns whether two accounts are the same: by the provider's IDs if both are known, otherwise by name. An
 * unknown account matches any.
 */
export function isSameAccount(
  one: ProviderAccount | null | undefined,
  other: ProviderAccount | null | undefined,
): boolean {
  if (one?.id !== undefined && other?.id !== undefined) return one.id === other.id;
  if (one?.name === undefined || other?.name === undefined) return true;
  return foldText(one.name) === foldText(other.name);
}

/** Normalises an account's URL. Returns `undefined` if the value is not the URL of a web page. */
function parseAccountUrl(text: string | undefined): string | undefined {
  const url = parseUrl(text ?? "");
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return undefined;
  return url.origin + url.pathname.replace(/\/*$/, "/");
}
