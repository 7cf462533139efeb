import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Destination } from "@plumbline/core/tool/destination.ts";
import type { ReadableText } from "@plumbline/core/tool/tool.ts";
import { createLinkDestination } from "./define-adapter.ts";

const loadHtmlTargets = loadOnce(() => import("@plumbline/core/text/html-targets.ts"));
const loadHtmlText = loadOnce(() => import("@plumbline/core/text/html-text.ts"));

/**
 * Returns the URLs that the HTML in an argument loads from, submits to and links to, and the recipients of
 * its `mailto:` links. Returns an empty list for text without markup.
 */
export async function findHtmlDestinations(
  argument: string,
  html: string | undefined,
): Promise<Destination[]> {
  if (!html?.includes("<")) return [];
  const { listHtmlTargets } = await loadHtmlTargets();
  return listHtmlTargets(html).flatMap(({ url, needsClick }) => {
    const click = needsClick ? { needsClick } : {};
    const recipients = url.startsWith("mailto:") ? parseRecipients(new URL(url)) : undefined;
    return (
      recipients?.map((value): Destination => ({ kind: "address", value, argument, ...click })) ?? [
        { ...createLinkDestination(argument, url), ...click },
      ]
    );
  });
}

/** Returns the recipients of a `mailto:` URL (RFC 6068). */
function parseRecipients({ pathname, searchParams }: URL): string[] {
  const named = ["to", "cc", "bcc"].flatMap((field) => searchParams.getAll(field));
  return [decode(pathname), ...named].flatMap((list) => list.split(",")).filter((one) => one.trim() !== "");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the HTML in an argument as its reader will see it: text, with the addresses of its links. */
export async function listHtmlTexts(argument: string, html: string | undefined): Promise<ReadableText[]> {
  if (html === undefined || !/<|&/.test(html)) return [];
  const { extractHtmlText } = await loadHtmlText();
  const text = extractHtmlText(html, { layout: "lines", link: (address) => ` (${address})` });
  return [{ argument, form: "plain", text: text.trim() }];
}
