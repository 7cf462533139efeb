import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";

export const notes = defineProvider({
  word: "notes",
  speaksTo: "Notion",
  endpoints: { baseUrl: { setting: "NOTES_BASE_URL", baseUrl: "https://api.notion.com" } },
  kinds: [
    {
      kind: "notes",
      metadata: z.strictObject({}),
      docs: [{ token: "the provider's token", metadata: "–" }],
    },
  ],
});
