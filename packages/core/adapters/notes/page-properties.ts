import * as z from "zod";
import { AdapterValidationError } from "../../errors/adapter-error.ts";
import { richTextArrays } from "./markdown/rich-text.ts";
import { propertyInput } from "./property-input.ts";

/** So many names are listed to whoever named a property wrongly. */
const NAMES_SHOWN = 30;

/** A database as far as it is read here: its properties by name. */
export const databaseAnswer = z.looseObject({
  id: z.string().min(1),
  properties: z.record(z.string(), z.looseObject({ id: z.string(), type: z.string() })).default({}),
});

/** A title as the provider takes it. */
export function titleInput(title: string) {
  return richTextArrays([{ text: title, style: {} }])[0];
}

/**
 * The properties of a new page in a database: its title under the name the database has for it, the others as the provider
 * takes them. Throws AdapterValidationError for one that the database does not have or that cannot be set.
 */
export function pageProperties(
  { properties: schema }: z.output<typeof databaseAnswer>,
  title: string,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = Object.entries(schema).map(([name, { id, type }]) => ({ name, id, type }));
  const titleName = known.find(({ type }) => type === "title")?.name ?? "title";
  const inputs = Object.entries(given).map(([key, value]) => {
    const property = known.find(({ name }) => name === key) ?? known.find(({ id }) => id === key);
    if (property === undefined) throw unknownProperty(key, known);
    if (property.type === "title")
      throw new AdapterValidationError(`properties.${key}: is the page's title; give it as \`title\` alone.`);
    return [key, propertyInput(key, property.type, value)] as const;
  });
  return { ...Object.fromEntries(inputs), [titleName]: { title: titleInput(title) } };
}

function unknownProperty(key: string, known: readonly { name: string; type: string }[]) {
  const names = known.filter(({ type }) => type !== "title").map(({ name, type }) => `${name} (${type})`);
  const more = names.length > NAMES_SHOWN ? ", …" : "";
  const nextStep =
    names.length === 0
      ? "Leave out `properties`: the database has none beside its title."
      : `Use one of its own: ${names.slice(0, NAMES_SHOWN).join(", ")}${more}.`;
  return new AdapterValidationError(`properties.${key}: the database has no such property.`, { nextStep });
}
