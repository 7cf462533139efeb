import { cutAtGaps } from "./cut-at-gaps.ts";
import { escapeMentions, escapeText } from "./markup.ts";

/** Longer messages are cut by the provider without a word (Slack, chat.postMessage, "Truncating content"). */
const MAX_CHARACTERS = 40_000;

/** One message as it is sent: `text` alone, or for notifications where there are blocks. */
export interface ChatappMessage {
  text: string;
  /** Nothing in `text` is formatting. */
  mrkdwn?: "false";
  blocks?: string;
}

/** Formatting as mrkdwn finds it: a pair of marks that begins outside a word, or a quoted line. */
const MARKS = /(?<![\p{L}\p{N}])([*_~`])(?=\S)[^\n]*\1|^(?:>|&gt;)/mu;

/** A text whose characters all stand for themselves; it is escaped already. */
export function literalMessage(text: string): ChatappMessage {
  return MARKS.test(text) ? { text, mrkdwn: "false" } : { text };
}

/** An escaped text as messages that show every character. */
export function literalMessages(text: string): ChatappMessage[] {
  return cutAtGaps(text, ({ length }) => length <= MAX_CHARACTERS).map(literalMessage);
}

/** A text without formatting. With `live`, its mentions work. */
export function plainMessages(text: string, live: boolean): ChatappMessage[] {
  return literalMessages(live ? text : escapeText(text));
}

const FENCE = "```";

/**
 * A text in mrkdwn, its mentions escaped unless `live`. Code that continues in the next message is fenced in
 * both.
 */
export function mrkdwnMessages(text: string, live: boolean): ChatappMessage[] {
  const room = MAX_CHARACTERS - 2 * (FENCE.length + 1);
  let isCode = false;
  return cutAtGaps(live ? text : escapeMentions(text), ({ length }) => length <= room).map((piece) => {
    const start = isCode ? `${FENCE}\n` : "";
    if (piece.split(FENCE).length % 2 === 0) isCode = !isCode;
    return { text: `${start}${piece}${isCode ? `\n${FENCE}` : ""}` };
  });
}
