import { defineAdapter, defineProvider } from "@plumbline/adapters/define-adapter.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import * as z from "zod";

/** A provider that does not exist, for the test that finds it in every derived place. */
export const gopher = defineProvider({
  word: "gopher",
  speaksTo: "Gopherspace",
  endpoints: { baseUrl: { setting: "GOPHER_BASE_URL", baseUrl: "https://gopher.example" } },
  kinds: [
    {
      kind: "gopher",
      metadata: () => z.strictObject({ hole: z.string().optional() }),
      destination: ({ hole }) => ({ hole }),
      docs: [{ token: "a gopher's token", metadata: "`hole`: where it lives" }],
    },
  ],
});

const credential = { use: "required", kinds: ["gopher"] } as const;

export const gopherAdapter = defineAdapter({
  providers: [gopher],
  tools: ({ endpoints }) => [
    defineTool({
      name: "gopher_dig",
      title: "Dig a hole",
      description: "Digs a hole where the gopher lives. Not for filling it in again.",
      input: z.object({ depth: z.int().describe("In metres.") }),
      example: { depth: 3 },
      output: z.object({ dug: z.int() }),
      credential,
      effect: "read",
      idempotency: "read",
      reach: { to: "provider", baseUrls: [endpoints.gopher.baseUrl] },
      reads: "own",
      async run({ depth }, { http }) {
        const url = new URL(`/dig?depth=${depth}`, endpoints.gopher.baseUrl);
        await http.send({ method: "GET", url, headers: {}, effect: "read" });
        return { dug: depth };
      },
    }),
  ],
  connectionChecks: ({ endpoints }) => [
    {
      kinds: ["gopher"],
      test: defineTool({
        name: "credential_test:gopher",
        description: "Asks the gopher for its name; changes nothing at all.",
        input: z.object({}),
        output: z.object({ account: z.string() }),
        credential,
        effect: "read",
        idempotency: "read",
        reach: { to: "provider", baseUrls: [endpoints.gopher.baseUrl] },
        reads: "own",
        run: async () => ({ account: "Mr Gopher" }),
      }),
    },
  ],
});
