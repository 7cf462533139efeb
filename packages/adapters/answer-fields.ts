import * as z from "zod";

// The schema of a provider's response is `z.lazy` if it has more than a few fields: a function's cold start
// evaluates every adapter, and would build hundreds of schemas that its request does not need.

/**
 * Maximum number of items to read, above any page size that is requested. Further items are ignored, because
 * validating unreadable items takes time.
 */
const MAX_ITEMS = 1_000;

/**
 * Returns the schema of an optional response field. Treats a value of the wrong type as absent, so that the
 * other fields stay readable.
 */
export function toOptionalField<Field extends z.ZodType>(field: Field) {
  return field.optional().catch(undefined);
}

export const optionalText = toOptionalField(z.string());

/** The readable items of a list, in order, and the number of unreadable ones. */
export interface ReadableItems<Item> {
  items: Item[];
  unreadable: number;
}

/**
 * Returns the schema of a list that skips unreadable items, so that one incomplete item does not hide the
 * others.
 */
export function toReadableItems<Item extends z.ZodType>(item: Item) {
  return z.array(z.unknown()).transform((raw): ReadableItems<z.output<Item>> => {
    const items = raw.slice(0, MAX_ITEMS).flatMap((one) => {
      const parsed = item.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    });
    return { items, unreadable: raw.length - items.length };
  });
}

/** Output field in which a tool reports that its list is incomplete. */
export const unreadableItems = z
  .int()
  .optional()
  .describe("How many more items the provider returned in an unreadable form.");

/** Returns the `unreadable` field for a result, or no field if every item was readable. */
export function reportUnreadable(unreadable: number): { unreadable?: number } {
  return unreadable === 0 ? {} : { unreadable };
}
