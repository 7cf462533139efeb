import * as z from "zod";

const MAX_CHARACTERS = 120;
/** Maximum length of an end user's name, in characters. */
export const MAX_END_USER = 200;
/** Control characters, separators, lone surrogates, and invisible or direction-changing marks. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;

/**
 * Creates the schema of a single-line text with 1 to `maxCharacters` characters, normalized to NFC and
 * without hidden characters.
 */
export function createVisibleLineSchema(maxCharacters: number) {
  return z
    .string()
    .trim()
    .normalize("NFC")
    .min(1)
    .max(maxCharacters)
    .refine((text) => !UNSEEN.test(text), "must be visible text on one line");
}

/** A name that people choose and see in lists: 1 to 120 characters. */
export const displayName = createVisibleLineSchema(MAX_CHARACTERS);

/** Name of the tenant created by the first start of a local service. */
export const LOCAL_TENANT = "local";

/**
 * Returns the product name shown to a tenant's customers on the page that asks for their account: the
 * tenant's name, or Plumbline for the default tenant.
 */
export function getProductName({ name }: { name: string }): string {
  return name === LOCAL_TENANT ? "Plumbline" : name;
}
