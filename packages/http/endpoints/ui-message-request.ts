import * as z from "zod";

const MAX_PARTS = 10_000;

const id = z.string().max(200);

/** A part as the AI SDK has it; of its own fields only `text` is read. */
const part = z.looseObject({ type: z.string().min(1).max(200), text: z.string().optional() });

/** What an assistant's message holds beside its text: its tools, sources and data. It is history for the screen, not for the model. */
const NOT_REPEATED = /^(step-start|reasoning|dynamic-tool|source-url|source-document|(tool|data)-.+)$/s;

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
  .transform(({ role, parts = [], content }, context) => {
    const refuse = (reason: string, ...path: (string | number)[]) =>
      context.addIssue({ code: "custom", message: reason, path });
    for (const [index, { type, text }] of parts.entries()) {
      if (type === "text" && text === undefined) refuse("is required", "parts", index, "text");
      if (type !== "text" && !(role === "assistant" && NOT_REPEATED.test(type)))
        refuse(`is ${JSON.stringify(type)}, which is not supported here; send text`, "parts", index, "type");
    }
    const text = content ?? textOf(parts);
    if (text.trim() === "" && (role === "user" || content !== undefined))
      refuse("must hold some text", content === undefined ? "parts" : "content");
    return { role, content: text };
  });

function textOf(parts: readonly z.output<typeof part>[]): string {
  const texts = parts.map(({ type, text }) => (type === "text" ? (text ?? "").trim() : ""));
  return texts.filter((text) => text !== "").join("\n\n");
}

const sdkFields = {
  id: id.optional().describe("The chat's id; not kept."),
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
 * What `useChat` (`DefaultChatTransport` of `ai` 6) posts, read as the plain request: the text parts of a message, joined by a blank
 * line; an assistant's message without text is left out. Messages of the plain form are taken as well, and every other field is
 * that of `plain`, whose limits hold for what comes out. A user's `file` and every unknown part are refused by name.
 */
export function uiMessageRequest<Plain extends z.ZodObject>(plain: Plain) {
  return plain
    .extend(sdkFields)
    .transform(({ id: _id, trigger: _trigger, messageId: _messageId, ...request }): unknown => request)
    .pipe(plain);
}
