import type { Destination } from "@plumbline/core/tool/destination.ts";

/**
 * Escapes a text so that it contains no mentions or links (Slack, "Formatting message text", "Escaping
 * text").
 */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const LINK = /<((?:https?:\/\/|mailto:)[^\s<>|]+(?:\|[^<>]*)?)>/giu;
const ENTITY = /&amp;(?=(?:amp|lt|gt);)/g;

/** Disables mentions in mrkdwn text. Keeps links and existing escapes. */
export function escapeMentions(text: string): string {
  const parts = text
    .split(LINK)
    .map((part, at) => (at % 2 === 0 ? escapeText(part) : `<${escapeText(part)}>`));
  return parts.join("").replace(ENTITY, "&");
}

const MARKUP = /<(?<target>[^<>|]+)(?:\|[^<>]*)?>/gu;
const MENTIONED = /^(?:[@#](?<id>\w+)|!subteam\^(?<group>\w+)|!(?<everybody>[\w^]+))/u;

/** Text that the provider could turn into a link. `<b>` and `</script>` are plain text. */
const ADDRESS_LIKE = /[.:]|^\/\//u;

/**
 * Returns the people that a text notifies, and the URLs it hides behind link text. Assumes that mentions are
 * enabled. `<!date^…>` notifies nobody, but is treated as a mention, because messages have no need for it.
 */
export function listMarkupDestinations(text: string): Destination[] {
  return Array.from(text.matchAll(MARKUP)).flatMap(({ groups }): Destination[] => {
    const target = groups?.target ?? "";
    const { id, group, everybody } = MENTIONED.exec(target)?.groups ?? {};
    const mentioned = id ?? group ?? (everybody === undefined ? undefined : `@${everybody}`);
    if (mentioned !== undefined) return [{ kind: "mention", value: mentioned, argument: "text" }];
    return ADDRESS_LIKE.test(target) ? [{ kind: "link", value: target, argument: "text" }] : [];
  });
}

/** A style of mrkdwn around words, or a link with its words. Code is matched first, so that it stays. */
const STYLED =
  /(?<code>```[\s\S]*?```|`[^`\n]+`)|<(?<url>https?:\/\/[^\s<>|]+)\|(?<words>[^<>]+)>|(?<![\w*])\*(?<bold>[^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])|(?<![\w~])~(?<struck>[^\s~](?:[^~\n]*[^\s~])?)~(?![\w~])/gu;

/** Converts mrkdwn to Markdown, for showing it (Slack, "Formatting message text"). */
export function convertMrkdwn(text: string): string {
  const converted = text.replace(STYLED, (whole, ...found) => {
    const { code, url, words, bold, struck } = found.at(-1) as Record<string, string | undefined>;
    if (code !== undefined) return whole;
    if (url !== undefined) return `[${words}](${url})`;
    return bold === undefined ? `~~${struck}~~` : `**${bold}**`;
  });
  // A single line end is a line break in mrkdwn.
  return converted.replace(/(?<!\n)\n(?!\n)/g, "  \n");
}
