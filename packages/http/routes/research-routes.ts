import { completeResearch } from "@plumbline/core/completion/complete-research.ts";
import * as z from "zod";
import { readJson } from "../read-json.ts";
import type { Route } from "../route.ts";
import type { Service } from "../service.ts";
import { callOptions } from "./call-options.ts";

const MAX_CONVERSATION_CHARACTERS = 100_000;

const completionRequest = z.strictObject({
  prompt: z.string().trim().min(1).max(8_000),
  conversation: z
    .array(z.strictObject({ role: z.enum(["user", "assistant"]), content: z.string().min(1) }))
    .max(200)
    .refine(
      (turns) => turns.reduce((sum, { content }) => sum + content.length, 0) <= MAX_CONVERSATION_CHARACTERS,
      `must hold at most ${MAX_CONVERSATION_CHARACTERS} characters in all`,
    )
    .optional(),
  context: z.string().max(2_000).optional(),
  requires_grounding: z
    .literal(true, { error: "may only be true: grounding cannot be switched off" })
    .optional(),
  workspace_context: z.string().max(100_000).optional(),
});

/** The gate, then research. */
export function researchRoutes({ research }: Pick<Service, "research">): readonly Route[] {
  return [
    {
      method: "POST",
      path: "/api/v1/autonomy/research/complete",
      access: "research",
      async handle(context) {
        const request = await readJson(context, completionRequest);
        return context.json(await completeResearch(research, request, callOptions(context)));
      },
    },
  ];
}
