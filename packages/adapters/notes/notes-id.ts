import { createIdOrLinkArgument, parseLink, splitPath } from "@plumbline/core/tool/arguments.ts";
import * as z from "zod";

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** A valid but unused ID, for previews of requests whose ID only the provider knows. */
export const STAND_IN_ID = "00000000-0000-4000-8000-000000000000";

/**
 * Schema of an ID: a UUID with or without dashes. Anything else is refused, because IDs become parts of a
 * path.
 */
export const notesId = z
  .string()
  .refine(
    (id) => UUID.test(id),
    "must be a UUID of 32 hexadecimal digits, with or without dashes, as in the page's link",
  );

/**
 * Hosts of the provider's pages: `www.notion.so/acme/Title-<id>`, `acme.notion.site/<id>`,
 * `app.notion.com/p/<id>`.
 */
const DOMAINS = ["notion.so", "notion.site", "notion.com"];
/** Matches an ID at the end of a link's path, after the page's title. */
const ENDS_IN_ID = /(?:^|-)([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * Finds a database ID in the path of a link. The parameter `v` would be a view, and `p` a page opened over
 * the database.
 */
function findLinkedDatabase(text: string): string | undefined {
  const link = parseLink(text, DOMAINS);
  return link && ENDS_IN_ID.exec(splitPath(link).at(-1) ?? "")?.[1];
}

/** Finds a page ID in a link. Prefers that of a page opened over a database. */
export function findLinkedPage(text: string): string | undefined {
  const opened = parseLink(text, DOMAINS)?.searchParams.get("p") ?? "";
  return UUID.test(opened) ? opened : findLinkedDatabase(text);
}

const describeExpected = (what: string) =>
  `must be a UUID of 32 hexadecimal digits, with or without dashes, or the ${what}'s link at notion.so or notion.site that ends in one`;

export const databaseReference = createIdOrLinkArgument(
  (text) => (UUID.test(text) ? text : findLinkedDatabase(text)),
  describeExpected("database"),
);

export const pageReference = createIdOrLinkArgument(
  (text) => (UUID.test(text) ? text : findLinkedPage(text)),
  describeExpected("page"),
);
