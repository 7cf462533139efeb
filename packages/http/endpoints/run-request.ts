import { digestOf } from "@plumbline/core/conversations/conversation-owner.ts";
import { RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import * as z from "zod";
import { allowDestinations, chosenId, createConversationSchema, MAX_CHARACTERS, recordId } from "./fields.ts";

const MAX_PARTS = 10_000;

const id = z.string().max(200);

/** A message part of the AI SDK. Only `text` is used. */
const part = z.looseObject({ type: z.string().min(1).max(200), text: z.string().optional() });

/**
 * Parts of an assistant's message other than text: tools, sources and data. They are only displayed and not
 * sent to the model.
 */
const DISPLAY_ONLY = /^(step-start|reasoning|dynamic-tool|source-url|source-document|(tool|data)-.+)$/s;

const message = z
  .strictObject({
    id: id.optional(),
    role: z.enum(["user", "assistant"]),
    metadata: z.unknown().optional(),
    parts: z.array(part).max(MAX_PARTS).optional(),
    content: z.string().optional().describe("Plain text, instead of `parts`."),
  })
  .refine(
    ({ parts, content }) => (parts === undefined) !== (content === undefined),
    "must have either parts or content",
  )
  .transform(({ id, role, parts = [], content }, context) => {
    const refuse = (reason: string, ...path: (string | number)[]) =>
      context.addIssue({ code: "custom", message: reason, path });
    for (const [index, { type, text }] of parts.entries()) {
      if (type === "text" && text === undefined) refuse("is required", "parts", index, "text");
      if (type !== "text" && !(role === "assistant" && DISPLAY_ONLY.test(type)))
        refuse(`is ${JSON.stringify(type)}, which is not supported here; send text`, "parts", index, "type");
    }
    const text = content ?? joinText(parts);
    if (text.trim() === "" && (role === "user" || content !== undefined))
      refuse("must contain some text", content === undefined ? "parts" : "content");
    return { id, role, content: text };
  });

function joinText(parts: readonly z.output<typeof part>[]): string {
  const texts = parts.map(({ type, text }) => (type === "text" ? (text ?? "").trim() : ""));
  return texts.filter((text) => text !== "").join("\n\n");
}

const sdkFields = {
  id: id.optional().describe("The chat's id, used as the conversation if `conversation_id` is not set."),
  trigger: z.enum(["submit-message", "regenerate-message"]).optional(),
  messageId: id.optional(),
  messages: z
    .array(message)
    .min(1)
    .max(200)
    .refine((all) => all.at(-1)?.role === "user", "must end with a user message")
    .transform((all) => all.filter(({ content }) => content !== "")),
};

/**
 * Converts a `useChat` request (`DefaultChatTransport` of `ai` 6) to the plain format. Joins the text parts
 * of a message with blank lines and omits an assistant's message without text. Accepts plain messages too.
 * All other fields are those of `plain`, whose limits apply to the result. Rejects a user's `file` and
 * unknown parts with their type.
 */
export function createUiMessageSchema<Plain extends z.ZodObject>(plain: Plain) {
  return plain
    .extend(sdkFields)
    .transform((posted): unknown => {
      const { id: chat, trigger, messageId: _messageId, messages, ...request } = posted as SdkRequest;
      return {
        conversation_id: toChosenId(chat),
        message_id: toChosenId(messages.at(-1)?.id),
        ...request,
        ...("trigger" in plain.shape && { trigger }),
        messages: messages.map(({ role, content }) => ({ role, content })),
      };
    })
    .pipe(plain);
}

type SdkRequest = z.output<z.ZodObject<typeof sdkFields>>;

/**
 * Converts an ID to the service's format. Clients choose the IDs of the SDK, so an ID in a different format
 * is replaced with its digest.
 */
export function toChosenId(name: string | undefined): string | undefined {
  if (name === undefined || name === "") return undefined;
  return chosenId.safeParse(name).data ?? digestOf(["sdk", name]);
}

export const runRequest = z
  .strictObject({
    conversation_id: chosenId
      .optional()
      .describe(
        "The conversation to continue: the id from `start`, or one you chose. Without it, a new one starts.",
      ),
    message_id: chosenId
      .optional()
      .describe(
        "Your id of the last message; use the same one when running it again. By default, its text and the messages before it identify it; alone, for ten minutes.",
      ),
    messages: createConversationSchema(
      z.string().min(1, { abort: true }).max(MAX_CHARACTERS).regex(/\S/, "must not be blank").trim(),
    )
      .min(1)
      .refine((all) => all.at(-1)?.role === "user", "must end with a user message")
      .describe("Oldest first, ending with a user message; at most 100,000 characters in total."),
    workspace_context: z
      .string()
      .max(100_000)
      .optional()
      .describe("Facts about the user's workspace for the model; not used in a researched run."),
    outside_text: z
      .array(z.string().max(100_000))
      .max(20)
      .optional()
      .describe(
        "Texts from elsewhere, such as a web page, for the model; the conversation then counts as having read outside text. Not used in a researched run.",
      ),
    tools: z
      .array(z.string().min(1).max(100))
      .max(100)
      .optional()
      .describe("The only tools the model may call. Default: all that the key may call."),
    credential_ids: z
      .array(recordId.toLowerCase())
      .max(100)
      .optional()
      .describe("The only connections that the run may use. Default: all that the key may use."),
    allow_destinations: allowDestinations,
    model: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        "One of the configured models. Default: the first, or the one that a resumed run began with.",
      ),
    max_steps: z.int().min(1).max(20).default(8).describe("The maximum number of model turns."),
    max_result_chars: z
      .int()
      .min(RESULT_CHARS.least)
      .max(RESULT_CHARS.most)
      .default(RESULT_CHARS.byDefault)
      .describe("How many characters of each tool result the model is shown; the chunks are not shortened."),
  })
  .meta({ id: "RunRequest" });

/** A run request as posted by `useChat`. */
export const uiMessageRunRequest = createUiMessageSchema(
  runRequest.extend({ trigger: sdkFields.trigger }),
).meta({
  id: "UiMessageRunRequest",
  description:
    "With `protocol=ui-message`: what the AI SDK's `useChat` posts, and the fields of a RunRequest.",
});

/** The request to resume a run that stopped for an approval. */
export const resumeRequest = z
  .strictObject({
    resume: recordId.describe("The `approval_id` of any call that the run is waiting for."),
    run_id: recordId
      .optional()
      .describe(
        "The run's id, if several runs of a conversation wait for the same call. Default: the latest.",
      ),
    model: runRequest.shape.model,
    max_steps: z
      .int()
      .min(1)
      .max(20)
      .optional()
      .describe(
        "The maximum number of model turns from here on. Default: those it had left, and at least one.",
      ),
  })
  .meta({ id: "ResumeRequest", description: "Resumes a run that ended with the reason `approval`." });

/** A resume request as posted by `useChat` with `sendMessage(undefined, {body: {resume}})`. */
export const uiMessageResumeRequest = resumeRequest
  .extend({
    id: sdkFields.id,
    trigger: sdkFields.trigger,
    messageId: sdkFields.messageId,
    messages: z
      .array(z.unknown())
      .max(200)
      .optional()
      .describe("The messages that the SDK shows. They are ignored: the run resumes from its stored state."),
  })
  .meta({ id: "UiMessageResumeRequest" });

/** Returns the schema of a body that starts or resumes a run. */
export function chooseBodySchema(asUiMessage: boolean) {
  return (body: unknown) => {
    const resumes = typeof body === "object" && body !== null && "resume" in body;
    if (resumes) return asUiMessage ? uiMessageResumeRequest : resumeRequest;
    return asUiMessage ? uiMessageRunRequest : runRequest;
  };
}
