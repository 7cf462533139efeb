import { checkStatements } from "@plumbline/agent/completion/check-statements.ts";
import { type CompletionAnswer, completeResearch } from "@plumbline/agent/completion/complete-research.ts";
import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import { digestOfText } from "@plumbline/core/conversations/conversation-owner.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { GROUNDED_RESEARCH } from "@plumbline/grounding";
import { maxClaims } from "@plumbline/grounding/outcome";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { type AppTypes, callOptions, readJson } from "../request.ts";
import { admit } from "../request-limits.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { chosenId, createConversationSchema, MAX_CHARACTERS } from "./fields.ts";
import { checkAnswer, completionAnswer } from "./research-schemas.ts";

const completePrompt = operation({
  id: "completePrompt",
  access: "research",
  summary: "Answer a prompt, with research if it needs it",
  description:
    "The gate runs first. A prompt about a real person, an organisation or a current event is researched in public sources before any " +
    "model is called; the `completion` is then written only from that outcome and checked by the guard. If research refuses, the response is a 200: " +
    "`outcome.ok` is false, and `outcome.refusal_reason` must be shown verbatim. Any other prompt goes to the model unchanged.",
  body: z
    .strictObject({
      prompt: z.string().min(1, { abort: true }).max(8_000).regex(/\S/, "must not be blank").trim(),
      conversation: createConversationSchema(z.string().min(1).meta({ maxLength: MAX_CHARACTERS }))
        .optional()
        .describe("Earlier messages, oldest first; at most 100,000 characters in total."),
      conversation_id: chosenId
        .optional()
        .describe(
          "The conversation to continue. It records that research was read, and its last question completes a follow-up that is sent without `conversation`. Without an ID, only that the key has read outside text is kept, for an hour, if the policy has `unnamed_runs_follow_outside_text`.",
        ),
      context: z
        .string()
        .max(2_000)
        .optional()
        .describe("What distinguishes the subject from a namesake: employer, role, place, field."),
      max_claims: maxClaims,
      explain: z
        .boolean()
        .optional()
        .describe("Adds `outcome.explanation`: the question searched for, and the score of each sentence."),
      requires_grounding: z
        .literal(true, { error: "can only be true: grounding cannot be switched off" })
        .optional()
        .describe("Forces research. Nothing can switch research off."),
      workspace_context: z
        .string()
        .max(100_000)
        .optional()
        .describe("Facts about the user's workspace for the model; not used for a researched answer."),
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
  answers: () => ({ 200: jsonAnswer("The results of the gate, research and the model.", completionAnswer) }),
  refusals: {
    model_not_configured:
      "The prompt needs no research, so only a model could answer it, and no model is configured.",
    model_unavailable: "The model of a prompt that needs no research could not be reached.",
    model_rate_limited: "The model's provider is limiting requests.",
    model_refused_request: "The model's provider rejected the request.",
    model_bad_answer: "The response was not a valid model response.",
    model_cut_off: "The model's response was cut off.",
  },
});

const SOURCE_CHARACTERS = 50_000;

const source = z.lazy(() =>
  z.strictObject({
    text: z
      .string()
      .min(1)
      .max(SOURCE_CHARACTERS)
      .regex(/\S/, "must not be blank")
      .describe("Plain text, Markdown or HTML."),
    title: z.string().max(500).optional().describe("What a pronoun at the start of the text may refer to."),
    url: z
      .string()
      .max(2_000)
      .regex(/^https?:\/\/\S+$/, "must be the address of a page")
      .optional(),
  }),
);

const checkText = operation({
  id: "checkText",
  access: "research",
  summary: "Check a text against sources",
  description:
    "Judges each sentence of a text the way the guard judges a model's: against the given `sources`, or against a `search`. " +
    "A search runs for each sentence that earlier results do not support, at most five per text. " +
    "No model is called, and nothing of the text is kept except the searches in the log of calls.",
  body: z.lazy(() =>
    z
      .strictObject({
        text: z.string().min(1).max(10_000).regex(/\S/, "must not be blank"),
        sources: z
          .array(source)
          .min(1)
          .max(20)
          .refine(
            (all) => all.reduce((sum, { text }) => sum + text.length, 0) <= SOURCE_CHARACTERS,
            "must have at most 50,000 characters in total",
          )
          .optional()
          .describe("The sources to check the text against; at most 50,000 characters in total."),
        search: z.literal(true).optional().describe("Instead of `sources`: searches public sources."),
        threshold: z
          .number()
          .min(0)
          .max(1)
          .optional()
          .describe("The minimum score of a supported sentence. It can only make the check stricter."),
      })
      .refine(
        ({ sources, search }) => (sources === undefined) === (search === true),
        'must have either sources, such as [{"text": "…"}], or "search": true',
      )
      .meta({ id: "CheckRequest" }),
  ),
  examples: {
    "Against a source": {
      text: "Ada Lovelace died in 1852.",
      sources: [{ text: "Ada Lovelace died in London in 1852.", title: "Ada Lovelace" }],
    },
    "Against a search": { text: "Ada Lovelace was born in London.", search: true },
  },
  answers: () => ({ 200: jsonAnswer("Each sentence with its verdict.", checkAnswer) }),
});

type ResearchService = Pick<
  Service,
  "research" | "model" | "callLog" | "shares" | "clock" | "random" | "logger" | "conversations" | "tracer"
>;

/** Creates the routes that answer a prompt (gate, research, possibly a model) and check a text. */
export function researchRoutes(service: ResearchService): readonly Route[] {
  const { research: engine, shares, conversations, ...ports } = service;
  /** Waits for one of the tenant's permits for research, then responds with the result of the task. */
  const respondInTurn = async (
    context: Context<AppTypes>,
    caller: TenantCaller,
    run: () => Promise<object>,
  ) => {
    context.env?.noteRead?.();
    const leave = await admit(shares.research, caller, { signal: context.req.raw.signal });
    try {
      return context.json(await run());
    } finally {
      leave();
    }
  };
  return [
    route(completePrompt, async (context, caller) => {
      const request = await readJson(context, completePrompt.body);
      return respondInTurn(context, caller, async () => {
        const { conversation_id: id = service.random.uuid(), ...asked } = request;
        const ledger = request.conversation_id ? await conversations.open(caller, id) : undefined;
        const options = callOptions(context);
        const answer = await completeResearch({ engine, ledger, ...ports }, caller, asked, options);
        if (ledger) await recordResearch(ledger, answer);
        else if (answer.outcome) await conversations.noteUnnamed(caller, GROUNDED_RESEARCH);
        return { conversation_id: id, ...answer };
      });
    }),
    route(checkText, async (context, caller) => {
      const { search, ...asked } = await readJson(context, checkText.body);
      return respondInTurn(context, caller, async () => {
        const answer = await checkStatements({ engine, ...ports }, caller, asked, callOptions(context));
        if (search) await conversations.noteUnnamed(caller, GROUNDED_RESEARCH);
        return answer;
      });
    }),
  ];
}

/** Records in the conversation that research was read, and what the answer said about it. */
async function recordResearch(ledger: Ledger, { outcome, completion }: CompletionAnswer): Promise<void> {
  if (outcome) await ledger.noteOutside(GROUNDED_RESEARCH);
  if (completion) await ledger.recordSaid(digestOfText(completion.text));
}
