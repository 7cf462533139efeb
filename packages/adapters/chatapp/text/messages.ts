import { cutText } from "@plumbline/core/text/unicode.ts";
import { escapeText } from "./markup.ts";

/** The provider silently truncates longer messages (Slack, chat.postMessage, "Truncating content"). */
const MAX_CHARACTERS = 40_000;
/**
 * Maximum length of one message's blocks, in characters of JSON. Slack documents no limit, but users report
 * that about 13,200 are rejected (`msg_blocks_too_long`, https://github.com/slackapi/bolt-js/issues/2509).
 */
const MAX_BLOCKS = 12_000;

/** One message to send. If it has blocks, `text` is used only for notifications. */
export interface ChatappMessage {
  text: string;
  /** Set if `text` must not be formatted. */
  mrkdwn?: "false";
  blocks?: string;
}

/** Text that mrkdwn would format: a pair of marks that starts outside a word, or a quoted line. */
const MARKS = /(?<![\p{L}\p{N}])([*_~`])(?=\S)[^\n]*\1|^(?:>|&gt;)/mu;

/** Creates a message in which Slack shows every character literally. With `mentions`, mentions work. */
export function createLiteralMessage(text: string, mentions: boolean): ChatappMessage {
  const written = mentions ? text : escapeText(text);
  return MARKS.test(written) ? { text: written, mrkdwn: "false" } : { text: written };
}

/**
 * Converts a text to messages with `write`, each within the provider's limits. Splits a longer text into
 * pieces that are converted separately, without losing anything.
 */
export function splitIntoMessages(text: string, write: (piece: string) => ChatappMessage): ChatappMessage[] {
  if (text.trim() === "") return [];
  const message = write(text);
  const { text: shown, blocks = "" } = message;
  const count = Math.ceil(Math.max(shown.length / MAX_CHARACTERS, blocks.length / MAX_BLOCKS));
  if (count <= 1) return [message];
  const share = Math.floor(count / 2) / count;
  return cutAtGap(text, Math.floor(text.length * share)).flatMap((piece) => splitIntoMessages(piece, write));
}

/** Positions to split a text after, in order of preference: paragraph, line, sentence, word. */
const GAPS = ["\n\n", "\n", ". ", "。", " "];
/** Markup or an entity that a split would leave open. */
const OPEN_MARKUP = /(?<=.)(?:<[^<>]{0,2000}|&\w{0,3})$/s;
const FENCE = "```";

/**
 * Splits a text before `at`, after a gap in its second half if there is one. Never splits a character, an
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
