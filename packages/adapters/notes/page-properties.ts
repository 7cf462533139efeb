import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { optionalField, optionalText } from "../answer-fields.ts";
import { richTextArrays } from "./markdown/rich-text.ts";
import { propertyInput } from "./property-input.ts";

/** So many names are listed to whoever named a property wrongly. */
const NAMES_SHOWN = 30;

/** The id that the title property has in every database, and that goes for its name. */
const TITLE = "title";

/** A database as far as it is read here: its properties by name. Only those that a page is given need be readable. */
export const databaseAnswer = z.object({
  properties: optionalField(
    z.record(z.string(), z.object({ id: optionalText, type: optionalText }).catch({})),
  ),
});

/** A title as the provider takes it. */
export function titleInput(title: string) {
  return richTextArrays([{ text: title, style: {} }])[0];
}

/**
 * The properties of a new page in a database: its title under the name the database has for it, the others as the provider
 * takes them. Throws AdapterValidationError for one that the database does not have or that cannot be set, and
 * AdapterTransientError for one of which the notes app did not say enough.
 */
export function pageProperties(
  { properties: schema }: z.output<typeof databaseAnswer>,
  title: string,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = Object.entries(schema ?? {}).map(
    ([name, { id, type }]): Property => ({ name, id, type: type ?? (id === TITLE ? TITLE : undefined) }),
  );
  const titleName = known.find(({ type }) => type === TITLE)?.name ?? TITLE;
  if (schema === undefined && Object.keys(given).length > 0) throw unreadableDatabase();
  const inputs = Object.entries(given).map(([key, value]) => {
    const property = known.find(({ name }) => name === key) ?? known.find(({ id }) => id === key);
    if (property === undefined) throw unknownProperty(key, known);
    if (property.type === undefined) throw unreadableDatabase();
    if (property.type === TITLE)
      throw new AdapterValidationError(`properties.${key}: is the page's title; give it as \`title\` alone.`);
    return [key, propertyInput(key, property.type, value)] as const;
  });
  return { ...Object.fromEntries(inputs), [titleName]: { title: titleInput(title) } };
}

interface Property {
  name: string;
  id: string | undefined;
  type: string | undefined;
}

function unreadableDatabase() {
  return new AdapterTransientError("The notes app's answer about the database could not be read.");
}

function unknownProperty(key: string, known: readonly Property[]) {
  const names = known
    .filter(({ type }) => type !== TITLE)
    .map(({ name, type }) => (type === undefined ? name : `${name} (${type})`));
  const more = names.length > NAMES_SHOWN ? ", …" : "";
  const nextStep =
    names.length === 0
      ? "Leave out `properties`: the database has none beside its title."
      : `Use one of its own: ${names.slice(0, NAMES_SHOWN).join(", ")}${more}.`;
  return new AdapterValidationError(`properties.${key}: the database has no such property.`, { nextStep });
}
