import { citation, reading, researchOutcomeSchema } from "@plumbline/grounding/outcome";
import * as z from "zod";

/** The result of research. */
export const researchOutcome = researchOutcomeSchema.meta({
  id: "ResearchOutcome",
  description: "Cited verbatim claims, or a refusal with its reason. Nothing in it is written by a model.",
});

/** Why the gate decided for or against research. */
export const gate = z.lazy(() =>
  z
    .object({
      score: z
        .number()
        .describe(
          "How strongly the rules indicate that the prompt needs research, from 0 to 1; above 0.5 it is grounded. Not a probability.",
        ),
      reasons: z.array(z.string()).describe("Stable identifiers of the signals for and against it."),
      reader: reading
        .exactOptional()
        .describe("Present only if the rules were unsure and a model read what the prompt asks for."),
    })
    .meta({ id: "Gate" }),
);

/** Why a sentence of a grounded answer was withheld. */
export const verdict = z.enum(["unclear", "unsupported"]);

const unverifiedSentence = z.object({ text: z.string(), verdict, reason: z.string() });

const citedSpan = z.lazy(() =>
  z.object({
    start: z.int().min(0).describe("UTF-16 offset of the sentence or quotation in `text`."),
    end: z.int().min(0).describe("Where it ends; its marks, such as ` [1]`, follow directly."),
    indexes: z.array(z.int().min(0)).describe("Indexes into the outcome's `citations`."),
    quote: z
      .string()
      .exactOptional()
      .describe("For a sentence in the model's own words: the source sentence that supports it."),
  }),
);

const supportReport = z.lazy(() =>
  reading
    .unwrap()
    .omit({ model: true })
    .describe("Present only if a model was asked about sentences that the rules leave unclear."),
);

const completion = z.lazy(() =>
  z
    .object({
      text: z
        .string()
        .describe(
          "For a grounded prompt, only sentences that the citations support, each with its marks: `[1]` is the first of the outcome's citations.",
        ),
      model: z.string(),
      citations: z.array(citedSpan).describe("Which citations support which part of `text`, in order."),
      unverified_sentences: z
        .array(unverifiedSentence)
        .describe("Sentences of the model that the guard withheld."),
      reader: supportReport.optional(),
    })
    .meta({ id: "Completion" }),
);

/** Response of research/complete. */
export const completionAnswer = z.lazy(() =>
  z
    .object({
      conversation_id: z.string(),
      requires_grounding: z.boolean(),
      gate,
      outcome: researchOutcome.nullable().describe("Null for a prompt that needs no research."),
      completion: completion
        .nullable()
        .describe("Null when no model is configured, the outcome is a refusal, or the model failed."),
      completion_error: z
        .object({ error_code: z.string(), message: z.string() })
        .optional()
        .describe("Why the configured model wrote nothing; the outcome is still valid."),
    })
    .meta({ id: "CompletionAnswer" }),
);

const checkedSentence = z.lazy(() =>
  z
    .object({
      text: z.string(),
      start: z.int().min(0).describe("UTF-16 offset of the sentence in the request's text."),
      end: z.int().min(0),
      verdict: z
        .enum(["supported", "exempt", "unclear", "unsupported"])
        .describe(
          "`supported`: a source says it. `exempt`: it asserts nothing. `unsupported`: a source contradicts it, or several of its names, numbers and dates are in no source. `unclear`: anything else.",
        ),
      score: z.number().min(0).max(1).describe("How certain it is that the sources say it; 1 if verbatim."),
      citations: z.array(z.int().min(0)).describe("Indexes into `citations`; empty unless supported."),
      quote: z.string().exactOptional().describe("The source sentence that supports a rewording."),
      nearest: z
        .string()
        .exactOptional()
        .describe("The source sentence closest to one that is not supported."),
      reasons: z
        .array(z.object({ code: z.string(), text: z.string() }))
        .describe("The reasons, most important first: a stable identifier and a readable sentence."),
    })
    .meta({ id: "CheckedSentence" }),
);

/** Response of research/check. */
export const checkAnswer = z.lazy(() =>
  z
    .object({
      supported: z.boolean().describe("True if every sentence is `supported` or `exempt`."),
      sentences: z.array(checkedSentence),
      citations: z
        .array(citation)
        .describe(
          "The given sources in their order, or the sources found. The URL is empty for a source without one.",
        ),
      reader: supportReport.optional(),
    })
    .meta({ id: "CheckAnswer" }),
);
