import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import { accountCheck } from "../connection-check.ts";
import { type ConnectionCheck, defineAdapter } from "../define-adapter.ts";
import { callNotes } from "./notes-client.ts";
import { notesCreatePage } from "./notes-create-page.ts";
import { notesQuery } from "./notes-query.ts";
import { notes } from "./provider.ts";

export const notesAdapter = defineAdapter({
  providers: [notes],
  tools: ({ endpoints: { notes } }) => [notesQuery(notes.baseUrl), notesCreatePage(notes.baseUrl)],
  connectionChecks: ({ endpoints: { notes } }) => [createConnectionCheck(notes.baseUrl)],
});

/** The bot user. `object` or any of the names proves that the response describes a user. */
const identity = z
  .object({
    object: optionalText,
    id: optionalText,
    name: optionalText,
    bot: toOptionalField(z.object({ workspace_name: optionalText })),
  })
  .refine(
    ({ object, id, name, bot }) => (object ?? "user") === "user" && Boolean(object || id || name || bot),
  );

/** Tests a notes token by reading its bot user. */
function createConnectionCheck(baseUrl: string): ConnectionCheck {
  return accountCheck(notes, baseUrl, async (context) => {
    const call = { method: "GET", path: "v1/users/me", effect: "read", answer: identity } as const;
    const { name, bot } = await callNotes(context, baseUrl, call);
    const account = [name, bot?.workspace_name].filter((part) => part).join(" @ ");
    return account === "" ? {} : { account };
  });
}
