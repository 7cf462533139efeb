import { idOrLink, parseLink, splitPath } from "@plumbline/core/tool/arguments.ts";
import * as z from "zod";

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/**
 * Has the form of an id and is nobody's: what a preview answers with where only the provider knows the id.
 */
export const STAND_IN_ID = "00000000-0000-4000-8000-000000000000";

/**
 * An id of the notes app: a UUID with or without dashes. Anything else is refused, for ids become parts of a
 * path.
 */
export const notesId = z
  .string()
  .refine(
    (id) => UUID.test(id),
    "must be a UUID of 32 hexadecimal digits, with or without dashes, as in the page's link",
  );

/**
 * Where the provider shows pages: `www.notion.so/acme/Title-<id>`, `acme.notion.site/<id>`,
 * `app.notion.com/p/<id>`.
 */
const DOMAINS = ["notion.so", "notion.site", "notion.com"];
/** An id at the end of a link's path, behind the page's title. */
const ENDS_IN_ID = /(?:^|-)([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** The id in a link to a database: that of its path, for `v` names a view and `p` a page opened over it. */
function linkedDatabase(text: string): string | undefined {
  const link = parseLink(text, DOMAINS);
  return link && ENDS_IN_ID.exec(splitPath(link).at(-1) ?? "")?.[1];
}

/** The id in a link to a page: that of the page opened over a database, if there is one. */
export function linkedPage(text: string): string | undefined {
  const opened = parseLink(text, DOMAINS)?.searchParams.get("p") ?? "";
  return UUID.test(opened) ? opened : linkedDatabase(text);
}

const expected = (what: string) =>
  `must be a UUID of 32 hexadecimal digits, with or without dashes, or the ${what}'s link at notion.so or notion.site that ends in one`;

export const databaseReference = idOrLink(
  (text) => (UUID.test(text) ? text : linkedDatabase(text)),
  expected("database"),
);

export const pageReference = idOrLink(
  (text) => (UUID.test(text) ? text : linkedPage(text)),
  expected("page"),
);
