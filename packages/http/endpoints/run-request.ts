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
    content: z.string().optional().describe("Instead of parts: the plain form."),
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
      refuse("must hold some text", content === undefined ? "parts" : "content");
    return { id, role, content: text };
  });

function joinText(parts: readonly z.output<typeof part>[]): string {
  const texts = parts.map(({ type, text }) => (type === "text" ? (text ?? "").trim() : ""));
  return texts.filter((text) => text !== "").join("\n\n");
}

const sdkFields = {
  id: id.optional().describe("The chat's id: the conversation, where `conversation_id` names none."),
  trigger: z.enum(["submit-message", "regenerate-message"]).optional(),
  messageId: id.optional(),
  messages: z
    .array(message)
    .min(1)
    .max(200)
    .refine((all) => all.at(-1)?.role === "user", "must end with a message of the user")
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

/** The request of a run. */
export const runRequest = z
  .strictObject({
    conversation_id: chosenId
      .optional()
      .describe("The conversation that goes on, as `start` told it or you chose it; left out, one begins."),
    message_id: chosenId
      .optional()
      .describe("Your name of the last message: the same when it is run again. Left out, its text counts."),
    messages: createConversationSchema(
      z.string().min(1, { abort: true }).max(MAX_CHARACTERS).regex(/\S/, "must say something").trim(),
    )
      .min(1)
      .refine((all) => all.at(-1)?.role === "user", "must end with a message of the user")
      .describe("Oldest first, the last of the user; at most 100,000 characters in all."),
    workspace_context: z
      .string()
      .max(100_000)
      .optional()
      .describe("What the model may know of the user's workspace; left out of a researched run."),
    outside_text: z
      .array(z.string().max(100_000))
      .max(20)
      .optional()
      .describe(
        "Texts that you have read elsewhere, such as a page, for the model; the conversation then follows outside text. Left out of a researched run.",
      ),
    tools: z
      .array(z.string().min(1).max(100))
      .max(100)
      .optional()
      .describe("The only tools the model may call; all that the key may call when left out."),
    allow_destinations: allowDestinations,
    model: z.string().min(1).max(200).optional().describe("May only be the configured one's name."),
    max_steps: z.int().min(1).max(20).default(8).describe("Turns of the model."),
    max_result_chars: z
      .int()
      .min(RESULT_CHARS.least)
      .max(RESULT_CHARS.most)
      .default(RESULT_CHARS.byDefault)
      .describe("Characters of one tool's result that the model is shown; the chunks stay whole."),
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
    resume: recordId.describe("The `approval_id` of any call that the run waited for."),
    run_id: recordId
      .optional()
      .describe(
        "Of the run, where several of a conversation wait for the one call; the last one when left out.",
      ),
    model: runRequest.shape.model,
    max_steps: z
      .int()
      .min(1)
      .max(20)
      .optional()
      .describe("Turns of the model from here on; left out, those that it had left, and one at least."),
  })
  .meta({ id: "ResumeRequest", description: "Goes on with a run that ended with the reason `approval`." });

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
      .describe("What the SDK shows. The run goes on from what was kept of it, and not from these."),
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
