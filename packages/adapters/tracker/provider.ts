import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";

export const tracker = defineProvider({
  word: "tracker",
  speaksTo: "Linear",
  endpoints: {
    /** The whole URL of the GraphQL endpoint. */
    baseUrl: { setting: "TRACKER_BASE_URL", baseUrl: "https://api.linear.app/graphql" },
  },
  kinds: [
    {
      kind: "tracker",
      metadata: z.strictObject({ auth_form: z.literal("bearer").optional() }),
      destination: ({ auth_form }) => ({ auth_form }),
      docs: [
        {
          token: "a personal API key, or an OAuth token",
          metadata: '`auth_form: "bearer"` for an OAuth token',
        },
      ],
    },
  ],
});
