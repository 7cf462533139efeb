import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Destination } from "@plumbline/core/tool/destination.ts";
import type { ActionContext, ReadableText } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { convertMrkdwn, escapeMentions, listMarkupDestinations } from "./markup.ts";
import { type ChatappMessage, createLiteralMessage, splitIntoMessages } from "./messages.ts";

const loadMarkdown = loadOnce(() => import("./markdown-message.ts"));
const loadLine = loadOnce(() => import("../../markdown/markdown-line.ts"));

const MAX_TEXT = 100_000;
/** Maximum number of Markdown lines. The lexer is quadratic in the length of a list item. */
const MAX_MARKDOWN_LINES = 3_000;
/** Slack allows about one message per second per channel, with short bursts. */
const MAX_MESSAGES = 20;

/** Arguments for the text, shared by both sending tools. */
export const messageArguments = {
  text: z.string().min(1).max(MAX_TEXT).describe("The message."),
  format: z.enum(["markdown", "mrkdwn", "plain"]).optional().describe("Default: markdown."),
  allow_mentions: z.boolean().default(false).describe("true makes <@U…> work."),
};

type MessageInput = z.output<z.ZodObject<typeof messageArguments>>;

/**
 * Splits the text into messages. Mentions work only if `allow_mentions` is set. If no format is given but the
 * text is mrkdwn, treats it as mrkdwn and reports `format` as corrected. Throws AdapterValidationError for a
 * blank text, or one that is too long for one call.
 */
export async function createMessages(
  { text, format, allow_mentions }: MessageInput,
  { corrected }: Pick<ActionContext, "corrected">,
): Promise<ChatappMessage[]> {
  if (text.trim() === "") throw new AdapterValidationError("text: must contain more than whitespace.");
  const convert = format === "plain" || format === "mrkdwn" ? undefined : await loadConverter(text);
  const isMrkdwn = format === undefined && convert?.(text, allow_mentions).isMrkdwn === true;
  if (isMrkdwn) corrected("format");
  const messages = splitIntoMessages(text, (piece) => {
    if (format === "mrkdwn" || isMrkdwn) return { text: allow_mentions ? piece : escapeMentions(piece) };
    return convert?.(piece, allow_mentions).message ?? createLiteralMessage(piece, allow_mentions);
  });
  if (messages.length <= MAX_MESSAGES) return messages;
  throw new AdapterValidationError(
    `text: needs ${messages.length} messages; one call may send ${MAX_MESSAGES}.`,
    { nextStep: "Shorten the text, or send it in several calls." },
  );
}

/** Matches anything that could be markup. Other text is identical in every format and is not parsed. */
const MAYBE_MARKUP = /[\\`*_~[\]<>#|&]|^(?: {4}|\t|\s*(?:[-+=]|\d+[.)]))/m;

async function loadConverter(text: string) {
  if (!MAYBE_MARKUP.test(text)) return undefined;
  if (text.split("\n").length > MAX_MARKDOWN_LINES)
    throw new AdapterValidationError(`text: must have at most ${MAX_MARKDOWN_LINES} lines in Markdown.`, {
      nextStep: "Shorten the text, or send it with format plain.",
    });
  return (await loadMarkdown()).convertMarkdown;
}

/** Returns the text as people will read it in the chat app. */
export async function listMessageTexts(message: MessageInput): Promise<ReadableText[]> {
  const { text, format, allow_mentions } = message;
  if (format === "plain") return [];
  const convert = format === "mrkdwn" ? undefined : await loadConverter(text);
  if (format === undefined && !convert) return [];
  const isMrkdwn = format === "mrkdwn" || (format === undefined && convert?.(text, allow_mentions).isMrkdwn);
  const markdown = isMrkdwn ? convertMrkdwn(text) : text;
  const { formatMarkdownLine } = await loadLine();
  return [{ argument: "text", form: "markdown", text: markdown, line: formatMarkdownLine(markdown) }];
}

/** Returns the people and URLs in the text's markup. Empty unless mentions are allowed. */
export function listMessageDestinations({ text, allow_mentions }: MessageInput): Destination[] {
  return allow_mentions ? listMarkupDestinations(text) : [];
}
