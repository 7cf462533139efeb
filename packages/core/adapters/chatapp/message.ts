import * as z from "zod";
import { AdapterValidationError } from "../../errors/adapter-error.ts";

/** Longer messages are cut by the provider without a word (Slack, chat.postMessage, "Truncating content"). */
const MAX_CHARACTERS = 40_000;

export const messageText = z
  .string()
  .min(1)
  .max(MAX_CHARACTERS)
  .describe("In mrkdwn (*bold*, _italic_, `code`), not Markdown.");

export const allowMentions = z
  .boolean()
  .default(false)
  .describe("true makes <@U…>, <!channel> and <url|text> work.");

/** What both actions answer. */
export const postedMessage = z.object({
  id: z.string().describe("The message's timestamp, its id within the channel."),
  channel: z.string(),
});

/** What `chat.postMessage` answers. */
export const postAnswer = z.object({ ts: z.string().min(1), channel: z.string().min(1) });

/**
 * The text as it is sent: without `allowMentions`, `&`, `<` and `>` are escaped, so that nothing a model wrote becomes
 * a live mention or a disguised link.
 */
export function outgoingText(text: string, mentions: boolean): string {
  const outgoing = mentions
    ? text
    : text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  if (text.trim() === "") throw new AdapterValidationError("text: must hold more than white space.");
  if ([...outgoing].length > MAX_CHARACTERS) {
    throw new AdapterValidationError(
      `text: is longer than ${MAX_CHARACTERS} characters once &, < and > are escaped.`,
    );
  }
  return outgoing;
}
