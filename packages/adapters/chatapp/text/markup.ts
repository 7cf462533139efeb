import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import type { Destination } from "@plumbline/core/tool/destination.ts";

/**
 * Makes a text literal: nothing in it is a mention or a link any more (Slack, "Formatting message text",
 * "Escaping text").
 */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * Returns true when a link's words are an address on another host: whoever reads them would not know where it
 * leads.
 */
export function misleads(words: string, url: string): boolean {
  const shown = /^(?:https?:\/\/|www\.)\S/i.test(words) ? words.replace(/^(?=www\.)/i, "http://") : undefined;
  return shown !== undefined && parseUrl(shown)?.host !== parseUrl(url)?.host;
}

const LINK = /<(?<url>(?:https?:\/\/|mailto:)[^\s<>|]+)(?<label>\|[^<>]*)?>/giu;
const ENTITY = /&amp;(?=(?:amp|lt|gt);)/g;

/** Escapes a text in mrkdwn except for its links and its own escapes, so that no mention in it is live. */
export function escapeMentions(text: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: whole, index, groups } of text.matchAll(LINK)) {
    const { url = "", label = "" } = groups ?? {};
    const link = escapeText(`${url}${label}`);
    parts.push(
      escapeText(text.slice(end, index)),
      misleads(label.slice(1), url) ? `&lt;${link}&gt;` : `<${link}>`,
    );
    end = index + whole.length;
  }
  return [...parts, escapeText(text.slice(end))].join("").replace(ENTITY, "&");
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
