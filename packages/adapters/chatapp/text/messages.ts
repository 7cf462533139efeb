import { cutText } from "@plumbline/core/text/unicode.ts";
import { escapeText } from "./markup.ts";

/** Longer messages are cut by the provider without a word (Slack, chat.postMessage, "Truncating content"). */
const MAX_CHARACTERS = 40_000;
/**
 * JSON of one message's blocks, in characters. Slack documents no limit; users measured that it refuses about
 * 13,200 (`msg_blocks_too_long`, https://github.com/slackapi/bolt-js/issues/2509).
 */
const MAX_BLOCKS = 12_000;

/** One message as it is sent: `text` alone, or for notifications where there are blocks. */
export interface ChatappMessage {
  text: string;
  /** Nothing in `text` is formatting. */
  mrkdwn?: "false";
  blocks?: string;
}

/** Formatting as mrkdwn finds it: a pair of marks that begins outside a word, or a quoted line. */
const MARKS = /(?<![\p{L}\p{N}])([*_~`])(?=\S)[^\n]*\1|^(?:>|&gt;)/mu;

/** Makes a message in which Slack shows every character literally. With `live`, its mentions work. */
export function literalMessage(text: string, live: boolean): ChatappMessage {
  const written = live ? text : escapeText(text);
  return MARKS.test(written) ? { text: written, mrkdwn: "false" } : { text: written };
}

/**
 * Returns the messages that `write` makes of a text, each within the provider's limits. A text that is too
 * long for one is cut into pieces that are written separately. Nothing is lost.
 */
export function messagesOf(text: string, write: (piece: string) => ChatappMessage): ChatappMessage[] {
  if (text.trim() === "") return [];
  const message = write(text);
  const { text: shown, blocks = "" } = message;
  const count = Math.ceil(Math.max(shown.length / MAX_CHARACTERS, blocks.length / MAX_BLOCKS));
  if (count <= 1) return [message];
  const share = Math.floor(count / 2) / count;
  return cutAtGap(text, Math.floor(text.length * share)).flatMap((piece) => messagesOf(piece, write));
}

/** Ends of a paragraph, a line, a sentence and a word: a text is cut after the first that is there. */
const GAPS = ["\n\n", "\n", ". ", "。", " "];
/** Markup or an entity that a cut would leave open. */
const OPEN_MARKUP = /(?<=.)(?:<[^<>]{0,2000}|&\w{0,3})$/s;
const FENCE = "```";

/**
 * Cuts a text in two before `at`, after a gap where its second half has one; never within a character, an
 * entity or markup. Code that continues in the second piece is fenced in both.
 */
function cutAtGap(text: string, at: number): [string, string] {
  const longest = cutText(text, Math.max(at, 2));
  const ends = GAPS.map((gap) => longest.lastIndexOf(gap) + gap.length);
  const end = ends.find((one) => one > longest.length / 2);
  const piece = longest.slice(0, end).replace(OPEN_MARKUP, "");
  const rest = text.slice(piece.length);
  const isCode = piece.split(FENCE).length % 2 === 0;
  return isCode ? [`${piece}\n${FENCE}`, `${FENCE}\n${rest}`] : [piece, rest];
}
