import * as z from "zod";

/**
 * More items than any page asked for holds. Checking an unreadable item takes time, so the rest is not looked
 * at.
 */
const MOST_ITEMS = 1_000;

/**
 * A field that an answer may lack. With a value of another type it counts as absent, so that it never hides
 * the others.
 */
export function optionalField<Field extends z.ZodType>(field: Field) {
  return field.optional().catch(undefined);
}

export const optionalText = optionalField(z.string());

/** The items of a list that could be read, in order, and how many were left out. */
export interface ReadableItems<Item> {
  items: Item[];
  unreadable: number;
}

/** A list that keeps its readable items: one item without what it needs must not hide the others. */
export function readableItems<Item extends z.ZodType>(item: Item) {
  return z.array(z.unknown()).transform((raw): ReadableItems<z.output<Item>> => {
    const items = raw.slice(0, MOST_ITEMS).flatMap((one) => {
      const parsed = item.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    });
    return { items, unreadable: raw.length - items.length };
  });
}

/** The output field in which a tool says that its list is not whole. */
export const unreadableItems = z
  .int()
  .optional()
  .describe("How many more there are that the provider answered in an unreadable form.");

/** That field of a result; nothing when the list is whole. */
export function toldUnreadable(unreadable: number): { unreadable?: number } {
  return unreadable === 0 ? {} : { unreadable };
}
