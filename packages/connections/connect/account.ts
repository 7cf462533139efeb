import type { CredentialRecord, ProviderAccount } from "@plumbline/core/credentials/credential.ts";
import type { CredentialMetadata } from "@plumbline/core/credentials/kinds.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import { foldText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";

/** The answer of a connection check. */
const checkAnswer = z.object({
  account: z.string().optional(),
  account_id: z.string().optional(),
  account_url: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

/** The account that a connection check found behind a token. */
export interface CheckedAccount {
  account: ProviderAccount;
  scopes: readonly string[] | undefined;
  /** Metadata that names the account. */
  metadata: CredentialMetadata;
}

/** Reads what a connection check answered. */
export function checkedAccount(answer: unknown): CheckedAccount {
  const { account: name, account_id: id, account_url, scopes, metadata = {} } = checkAnswer.parse(answer);
  const url = addressOf(account_url);
  const account = {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
  };
  return { account, scopes, metadata };
}

/** Names the account of a stored credential, as far as anything has said whose it is. */
export function accountName({ account, metadata }: Pick<CredentialRecord, "account" | "metadata">) {
  const name = account?.name ?? metadata.username ?? metadata.urn;
  return typeof name === "string" ? name : undefined;
}

/** The account of a stored credential, named as well as it can be. */
export function knownAccount(record: Pick<CredentialRecord, "account" | "metadata">): ProviderAccount {
  const name = accountName(record);
  return { ...record.account, ...(name === undefined ? {} : { name }) };
}

/**
 * Tells whether two accounts are one: by the provider's own ids where both are known, else by their names. An
 * account of which nothing is known may be any.
 */
export function isSameAccount(
  one: ProviderAccount | null | undefined,
  other: ProviderAccount | null | undefined,
): boolean {
  if (one?.id !== undefined && other?.id !== undefined) return one.id === other.id;
  if (one?.name === undefined || other?.name === undefined) return true;
  return foldText(one.name) === foldText(other.name);
}

/**
 * The beginning of the account's addresses; nothing where what the provider said is no address of a web page.
 */
function addressOf(text: string | undefined): string | undefined {
  const url = parseUrl(text ?? "");
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return undefined;
  return url.origin + url.pathname.replace(/\/*$/, "/");
}
