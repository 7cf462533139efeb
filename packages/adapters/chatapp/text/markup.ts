import type { Destination } from "@plumbline/core/tool/destination.ts";

/**
 * Makes a text literal: nothing in it is a mention or a link any more (Slack, "Formatting message text",
 * "Escaping text").
 */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const LINK = /<((?:https?:\/\/|mailto:)[^\s<>|]+(?:\|[^<>]*)?)>/giu;
const ENTITY = /&amp;(?=(?:amp|lt|gt);)/g;

/** Escapes a text in mrkdwn except for its links and its own escapes, so that no mention in it is live. */
export function escapeMentions(text: string): string {
  const parts = text
    .split(LINK)
    .map((part, at) => (at % 2 === 0 ? escapeText(part) : `<${escapeText(part)}>`));
  return parts.join("").replace(ENTITY, "&");
}

const MARKUP = /<(?<target>[^<>|]+)(?:\|[^<>]*)?>/gu;
const MENTIONED = /^(?:[@#](?<id>\w+)|!subteam\^(?<group>\w+)|!(?<everybody>[\w^]+))/u;

/** Something that the provider could make a link of; `<b>` and `</script>` are only text. */
const ADDRESS_LIKE = /[.:]|^\/\//u;

/**
 * Finds the people that a text with live mentions notifies, and the addresses it hides behind other words.
 * `<!date^…>` notifies nobody; it counts all the same, as nobody has to name one.
 */
export function liveMarkup(text: string): Destination[] {
  return Array.from(text.matchAll(MARKUP)).flatMap(({ groups }): Destination[] => {
    const target = groups?.target ?? "";
    const { id, group, everybody } = MENTIONED.exec(target)?.groups ?? {};
    const mentioned = id ?? group ?? (everybody === undefined ? undefined : `@${everybody}`);
    if (mentioned !== undefined) return [{ kind: "mention", value: mentioned, argument: "text" }];
    return ADDRESS_LIKE.test(target) ? [{ kind: "link", value: target, argument: "text" }] : [];
  });
}
