import { readMarkdown } from "./markdown-parts.ts";
import { escapeText } from "./markup.ts";
import { isPlainText, richMessages } from "./rich-messages.ts";
import { joinParts, textOf } from "./rich-text.ts";
import { type ChatappMessage, literalMessage, literalMessages } from "./text-messages.ts";

/** A text in Markdown as messages; `isMrkdwn` says that its only markup is Slack's own. */
export function markdownMessages(
  text: string,
  mentions: boolean,
): { messages: ChatappMessage[]; isMrkdwn: boolean } {
  const { parts, isMrkdwn } = readMarkdown(text, mentions);
  if (!isPlainText(parts)) {
    const messages = richMessages(parts).map((one) => ({ ...literalMessage(one.text), blocks: one.blocks }));
    return { messages, isMrkdwn };
  }
  // Where nothing was formatted, the text keeps its own spaces.
  const written = escapeText(text);
  const shown = textOf(joinParts(parts));
  const isSame = shown === "" || withoutSpace(shown) === withoutSpace(written);
  return { messages: literalMessages(isSame ? written : shown), isMrkdwn };
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "");
}
