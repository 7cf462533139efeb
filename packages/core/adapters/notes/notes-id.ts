import * as z from "zod";

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Has the form of an id and is nobody's: what a preview answers with where only the provider knows the id. */
export const STAND_IN_ID = "00000000-0000-4000-8000-000000000000";

/** An id of the notes app: a UUID with or without dashes. Anything else is refused, for ids become parts of a path. */
export const notesId = z
  .string()
  .refine(
    (id) => UUID.test(id),
    "must be a UUID of 32 hexadecimal digits, with or without dashes, as in the page's link",
  );
