import * as z from "zod";
import { AdapterTransientError } from "../errors/adapter-error.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { ToolRefusal } from "../tool/tool-refusal.ts";
import type { ResearchEngine } from "./engine.ts";
import { researchOutcomeSchema } from "./outcome.ts";

export const GROUNDED_RESEARCH = "grounded_research";

/** `grounded_research`: the research engine as a tool. A refused outcome is a refusal that carries the whole outcome. */
export function groundedResearch(engine: ResearchEngine): Tool {
  return defineTool({
    name: GROUNDED_RESEARCH,
    description:
      "Searches public sources about a real person, an organisation or a current event and returns verbatim quotes with citations, " +
      "or a refusal. Never write biographical or factual content about real people, organisations or events from memory: " +
      "call this and use only what it returns. When it refuses, say so in its own words; when it returns candidates, ask which one is meant. " +
      "Not for questions about the user's own workspace, code or accounts.",
    input: z.object({
      query: z
        .string()
        .trim()
        .min(1)
        .max(8000)
        .describe("The question, naming its subject in full (no pronouns)."),
      context: z
        .string()
        .max(2000)
        .optional()
        .describe("What tells the subject from a namesake: employer, role, place, field."),
    }),
    output: researchOutcomeSchema,
    credential: { use: "none" },
    effect: "read",
    idempotency: "read",
    reach: { to: "search" },
    async run({ query, context }, { signal, timeoutMs, remainingMs }) {
      const outcome = await engine
        .research({ query, context, signal, timeoutMs, deadlineMs: remainingMs() })
        .catch((error: unknown) => {
          if (!signal?.aborted) throw error;
          throw new AdapterTransientError("The call was cancelled by its caller.", { permanent: true });
        });
      if (outcome.ok || outcome.error_code === undefined) return outcome;
      throw new ToolRefusal({
        errorCode: outcome.error_code,
        refusalReason: outcome.refusal_reason ?? "The research was refused.",
        result: outcome,
      });
    },
  });
}
