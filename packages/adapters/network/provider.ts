import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";

/** The shape of a network connection's metadata: the author URN it posts as. */
export const networkMetadata = z.strictObject({
  urn: z
    .string()
    .regex(
      /^urn:li:(person|organization):[A-Za-z0-9_-]+$/,
      "must be an author URN such as urn:li:person:AbC123",
    ),
});

export const network = defineProvider({
  word: "network",
  speaksTo: "LinkedIn",
  endpoints: { baseUrl: { setting: "NETWORK_BASE_URL", baseUrl: "https://api.linkedin.com" } },
  kinds: [
    {
      kind: "network",
      metadata: networkMetadata,
      destination: ({ urn }) => ({ urn }),
      docs: [
        {
          token: "an OAuth token",
          metadata: "`urn`: the author, `urn:li:person:…` or `urn:li:organization:…`",
        },
      ],
    },
  ],
});
