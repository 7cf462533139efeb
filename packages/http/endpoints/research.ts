import { type CompletionAnswer, completeResearch } from "@plumbline/agent/completion/complete-research.ts";
import { digestOfText } from "@plumbline/core/conversations/conversation-owner.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { GROUNDED_RESEARCH } from "@plumbline/grounding";
import { maxClaims } from "@plumbline/grounding/outcome";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { callOptions, readJson } from "../request.ts";
import { admit } from "../request-limits.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { chosenId, conversationOf, MAX_CHARACTERS } from "./fields.ts";
import { completionAnswer } from "./research-schemas.ts";

export const completePrompt = operation({
  id: "completePrompt",
  access: "research",
  tag: "Research",
  summary: "Answer a prompt, researched where it must be",
  description:
    "The gate runs first. A prompt about a real person, an organisation or a current event is researched in public sources before any " +
    "model is asked; the `completion` is then written from that outcome alone and passes the guard. That research refuses is an answer: " +
    "`outcome.ok` is false, and `outcome.refusal_reason` is to be shown verbatim. Any other prompt goes to the model as it is.",
  body: z
    .strictObject({
      prompt: z.string().min(1, { abort: true }).max(8_000).regex(/\S/, "must say something").trim(),
      conversation: conversationOf(z.string().min(1).meta({ maxLength: MAX_CHARACTERS }))
        .optional()
        .describe("What was said before, oldest first; at most 100,000 characters in all."),
      conversation_id: chosenId
        .optional()
        .describe(
          "The conversation that goes on: that research was read is kept in it. Left out, nothing is kept.",
        ),
      context: z
        .string()
        .max(2_000)
        .optional()
        .describe("What tells the subject from a namesake: employer, role, place, field."),
      max_claims: maxClaims,
      explain: z
        .boolean()
        .optional()
        .describe(
          "Adds `outcome.explanation`: the question that was searched, and the score of each sentence.",
        ),
      requires_grounding: z
        .literal(true, { error: "may only be true: grounding cannot be switched off" })
        .optional()
        .describe("Forces research. Nothing switches it off."),
      workspace_context: z
        .string()
        .max(100_000)
        .optional()
        .describe("What the model may know of the user's workspace; left out of a researched answer."),
    })
    .meta({ id: "CompletionRequest" }),
  examples: {
    "A question about a person": { prompt: "Who was Ada Lovelace?", context: "the mathematician" },
    "A follow-up": {
      prompt: "When was she born?",
      conversation: [
        { role: "user", content: "Who was Ada Lovelace?" },
        { role: "assistant", content: "An English mathematician." },
      ],
    },
  },
  answers: { 200: jsonAnswer("What the gate, research and the model made of it.", completionAnswer) },
  refusals: {
    model_not_configured:
      "The prompt needs no research, so only a model could answer it, and none is configured.",
    model_unavailable: "The model of a prompt that needs no research could not be reached.",
    model_rate_limited: "The model's provider asks for fewer requests.",
    model_refused_request: "The model's provider does not take the request.",
    model_bad_answer: "What came is no answer of a model.",
    model_cut_off: "The model's answer broke off.",
  },
});

type ResearchService = Pick<
  Service,
  "research" | "model" | "callLog" | "shares" | "clock" | "random" | "logger" | "conversations"
>;

/** The gate, then research, then perhaps a model. */
export function researchRoutes(service: ResearchService): readonly Route[] {
  const { research: engine, shares, conversations, ...ports } = service;
  return [
    route(completePrompt, async (context, caller) => {
      const request = await readJson(context, completePrompt.body);
      const leave = await admit(shares.research, caller, { signal: context.req.raw.signal });
      try {
        const { conversation_id: id = service.random.uuid(), ...asked } = request;
        const ledger = request.conversation_id ? await conversations.open(caller, id) : undefined;
        const options = callOptions(context);
        const answer = await completeResearch({ engine, ledger, ...ports }, caller, asked, options);
        if (ledger) await keep(ledger, answer);
        return context.json({ conversation_id: id, ...answer });
      } finally {
        leave();
      }
    }),
  ];
}

/** Keeps that research came from outside, and what was said of it. */
async function keep(ledger: Ledger, { outcome, completion }: CompletionAnswer): Promise<void> {
  if (outcome) await ledger.noteOutside(GROUNDED_RESEARCH);
  if (completion) await ledger.noteSaid(digestOfText(completion.text));
}
