import * as z from "zod";

/**
 * Maximum number of items to read, which is more than any requested page has. Items beyond it are ignored,
 * because checking unreadable items takes time.
 */
const MOST_ITEMS = 1_000;

/**
 * Returns the schema of an optional response field. A value of the wrong type counts as absent, so that it
 * never makes the other fields unreadable.
 */
export function optionalField<Field extends z.ZodType>(field: Field) {
  return field.optional().catch(undefined);
}

export const optionalText = optionalField(z.string());

/** The readable items of a list, in order, and the number of unreadable ones. */
export interface ReadableItems<Item> {
  items: Item[];
  unreadable: number;
}

/**
 * Returns the schema of a list that skips unreadable items, so that one incomplete item does not hide the
 * others.
 */
export function readableItems<Item extends z.ZodType>(item: Item) {
  return z.array(z.unknown()).transform((raw): ReadableItems<z.output<Item>> => {
    const items = raw.slice(0, MOST_ITEMS).flatMap((one) => {
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
  .describe("How many more there are that the provider answered in an unreadable form.");

/** Returns that field of a result. Empty if the list is complete. */
export function toldUnreadable(unreadable: number): { unreadable?: number } {
  return unreadable === 0 ? {} : { unreadable };
}
