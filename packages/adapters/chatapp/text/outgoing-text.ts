import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Destination } from "@plumbline/core/tool/destination.ts";
import * as z from "zod";
import { liveMarkup } from "./markup.ts";
import { type ChatappMessage, mrkdwnMessages, plainMessages } from "./text-messages.ts";

const loadMarkdown = loadOnce(() => import("./markdown-messages.ts"));

const MAX_TEXT = 100_000;
/** The lexer's time grows with the square of the lines of a list's item. */
const MAX_MARKDOWN_LINES = 3_000;
/** The provider takes about one message a second in a channel, and short bursts. */
const MAX_MESSAGES = 20;

/** Arguments of the two tools that say what is sent. */
export const messageArguments = {
  text: z.string().min(1).max(MAX_TEXT).describe("The message."),
  format: z.enum(["markdown", "mrkdwn", "plain"]).optional().describe("Default: markdown."),
  allow_mentions: z.boolean().default(false).describe("true makes <@U…> work."),
};

interface MessageInput {
  text: string;
  format?: "markdown" | "mrkdwn" | "plain" | undefined;
  allow_mentions: boolean;
}

/** A text as messages, in order. */
export interface ChatappText {
  messages: ChatappMessage[];
  /** No format was asked for, and the text's only markup is Slack's own. */
  isMrkdwn: boolean;
}

/**
 * The text as it is sent, with nothing in it live that `allow_mentions` does not allow but links. Throws
 * AdapterValidationError for a text that is blank, or too long for one call.
 */
export async function chatappText({ text, format, allow_mentions }: MessageInput): Promise<ChatappText> {
  if (text.trim() === "") throw new AdapterValidationError("text: must hold more than white space.");
  const read = format === "plain" || format === "mrkdwn" ? undefined : await readText(text, allow_mentions);
  const isMrkdwn = format === undefined && read?.isMrkdwn === true;
  const messages =
    format === "mrkdwn" || isMrkdwn
      ? mrkdwnMessages(text, allow_mentions)
      : (read?.messages ?? plainMessages(text, allow_mentions));
  if (messages.length <= MAX_MESSAGES) return { messages, isMrkdwn };
  throw new AdapterValidationError(
    `text: makes ${messages.length} messages; one call may send ${MAX_MESSAGES}.`,
    { nextStep: "Shorten the text, or send it by several calls." },
  );
}

/** Marks that markup begins with. A text without any is the same in every format, and needs no lexer. */
const MAYBE_MARKUP = /[\\`*_~[\]<>#|&]|^(?: {4}|\t|\s*(?:[-+=]|\d+[.)]))/m;

async function readText(text: string, mentions: boolean) {
  if (!MAYBE_MARKUP.test(text)) return undefined;
  if (text.split("\n").length > MAX_MARKDOWN_LINES)
    throw new AdapterValidationError(`text: must have at most ${MAX_MARKDOWN_LINES} lines in Markdown.`, {
      nextStep: "Shorten the text, or send it with format plain.",
    });
  const { markdownMessages } = await loadMarkdown();
  return markdownMessages(text, mentions);
}

/** The people that a text notifies, and the addresses in its markup, where its mentions are live. */
export function messageDestinations({ text, allow_mentions }: MessageInput): Destination[] {
  return allow_mentions ? liveMarkup(text) : [];
}
