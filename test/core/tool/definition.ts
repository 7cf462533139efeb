import type { ToolDefinition } from "@plumbline/core/tool/define-tool.ts";
import type { CredentialNeed } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";

/** A definition whose parts agree, for tests to take one part out of step. */
export function definition(): Omit<ToolDefinition<z.ZodObject, z.ZodType, CredentialNeed>, "example"> {
  return {
    name: "notes_find",
    description: "Finds notes whose title holds the query. Not for reading a note's text.",
    input: z.object({ query: z.string() }),
    output: z.object({ found: z.int() }),
    credential: { use: "required", kinds: ["notes"] },
    effect: "read",
    idempotency: "read",
    reach: { to: "provider", baseUrls: ["https://notes.example"] },
    reads: "own",
    destinations: () => [],
    run: async () => ({ found: 0 }),
  };
}
