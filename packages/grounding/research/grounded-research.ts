import type { HttpRequest } from "@plumbline/core/egress/http-message.ts";
import { AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import { type ResearchRefusal, type Tool, ToolRefusal } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { BACKEND_TIMEOUT_SECONDS, type ResearchEngine } from "./engine.ts";
import { maxClaims, type ResearchOutcome, researchOutcomeSchema } from "./outcome.ts";

export const GROUNDED_RESEARCH = "grounded_research";

/** Defines the tool `grounded_research`. A refused outcome becomes a refusal with the whole outcome. */
export function defineGroundedResearch(engine: ResearchEngine): Tool {
  return defineTool({
    name: GROUNDED_RESEARCH,
    title: "Grounded research",
    sentence: "Look|Looked up “{query}”",
    description:
      "Searches public sources about a real person, an organisation or a current event and returns verbatim quotes with citations, the best first, " +
      "or a refusal. Never free-generate biographical or factual content about them from memory: call this first and use only " +
      "what it returns. Pass a refusal on in its own words; of several candidates, ask which one is meant. " +
      "Not for the user's own workspace, code or accounts.",
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
        .describe("What tells the subject from namesakes: employer, role, place."),
      max_claims: maxClaims,
    }),
    example: { query: "When was Ada Lovelace born?", context: "the mathematician" },
    output: researchOutcomeSchema,
    credential: { use: "none" },
    effect: "read",
    idempotency: "read",
    reach: { to: "search" },
    reads: "outside",
    longestTimeoutSeconds: BACKEND_TIMEOUT_SECONDS,
    async run({ query, context, max_claims }, { signal, timeoutMs, deadline, tellProgress, tenantId }) {
      const outcome = await engine
        .research({
          query,
          context,
          maxClaims: max_claims,
          signal,
          timeoutMs,
          deadline,
          tenantId,
          onProgress: tellProgress,
        })
        .catch((error: unknown) => {
          if (signal?.aborted)
            throw new AdapterTransientError("The call was cancelled by its caller.", { permanent: true });
          if (!(error instanceof ServiceError && error.code === "unavailable")) throw error;
          // The search keys temporarily cannot be read.
          throw new AdapterTransientError(error.message, { retryAfterSeconds: error.retryAfterSeconds });
        });
      if (outcome.ok || outcome.error_code === undefined) return outcome;
      throw createRefusal(outcome, outcome.error_code);
    },
    async preview({ query, context }) {
      const asked: HttpRequest[] = [];
      // The stand-in client fails each request, so that the preview shows the requests to all backends.
      const send = (request: HttpRequest) => {
        asked.push(request);
        return Promise.reject(new AdapterTransientError("Nothing is sent for a preview."));
      };
      const outcome = await engine.research({ query, context, http: { send } });
      if (asked.length === 0 && outcome.error_code !== undefined)
        throw createRefusal(outcome, outcome.error_code);
      return asked;
    },
  });
}

function createRefusal(outcome: ResearchOutcome, errorCode: ResearchRefusal): ToolRefusal {
  const refusalReason = outcome.refusal_reason ?? "The research was refused.";
  return new ToolRefusal({ errorCode, refusalReason, result: outcome });
}
