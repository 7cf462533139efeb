import { defineAdapter } from "../define-adapter.ts";
import { notesConnection } from "./notes-connection.ts";
import { notesCreatePage } from "./notes-create-page.ts";
import { notesQuery } from "./notes-query.ts";
import { notes } from "./provider.ts";

export const notesAdapter = defineAdapter({
  providers: [notes],
  tools: ({ endpoints: { notes } }) => [notesQuery(notes.baseUrl), notesCreatePage(notes.baseUrl)],
  connectionChecks: ({ endpoints: { notes } }) => [notesConnection(notes.baseUrl)],
});
