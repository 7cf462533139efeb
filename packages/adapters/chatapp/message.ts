import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { optionalField } from "../answer-fields.ts";

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

/** The result of both actions. */
export const postedMessage = z.object({
  id: z.string().describe("The message's timestamp, its id within the channel."),
  channel: z.string().describe("Id of the channel; as given to the call when the provider did not say."),
  url: z.string().optional(),
});

/** An answer of `chat.postMessage`. Without `ts` the message cannot be identified. */
export const postAnswer = z.object({
  ts: z.string().min(1),
  channel: optionalField(z.string().min(1)),
});

/**
 * Describes a posted message. Adds its address where a test of the token has named the workspace. The address
 * has the form that Slack documents at chat.getPermalink, so no further call is needed.
 */
export function posted(
  { ts, channel }: z.output<typeof postAnswer>,
  asked: { channel: string; threadTs?: string | undefined },
  workspaceUrl: string | undefined,
): z.output<typeof postedMessage> {
  if (channel === undefined || workspaceUrl === undefined)
    return { id: ts, channel: channel ?? asked.channel };
  const url = new URL(`archives/${channel}/p${ts.replace(".", "")}`, workspaceUrl);
  if (asked.threadTs !== undefined) url.search = `thread_ts=${asked.threadTs}&cid=${channel}`;
  return { id: ts, channel, url: url.href };
}

/**
 * The text as it is sent: without `allowMentions`, `&`, `<` and `>` are escaped, so that nothing a model
 * wrote becomes a live mention or a disguised link.
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
