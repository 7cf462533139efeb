import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";

export const crm = defineProvider({
  word: "crm",
  speaksTo: "HubSpot",
  endpoints: { baseUrl: { setting: "CRM_BASE_URL", baseUrl: "https://api.hubapi.com" } },
  kinds: [
    {
      kind: "crm",
      metadata: z.strictObject({}),
      docs: [{ token: "the provider's token", metadata: "–" }],
    },
  ],
});
