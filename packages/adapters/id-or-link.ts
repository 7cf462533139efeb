import { parsedUrl } from "@plumbline/core/text/parsed-url.ts";
import * as z from "zod";

const MAX_LINK = 2_048;

/**
 * An argument that takes an id, or a link that holds one. `read` answers the id, or `undefined` for what is
 * neither: it is refused with `expected`, which says what is taken.
 */
export function idOrLink(read: (text: string) => string | undefined, expected: string) {
  return z
    .string()
    .trim()
    .max(MAX_LINK)
    .transform((text, context) => {
      const id = read(text);
      if (id !== undefined) return id;
      context.addIssue({ code: "custom", message: expected });
      return z.NEVER;
    });
}

/** The link that a text is, when its host is one of `domains` or lies in one of them. */
export function linkAt(text: string, domains: readonly string[]): URL | undefined {
  const url = /^https?:\/\//i.test(text) ? parsedUrl(text) : undefined;
  const host = url?.hostname;
  return domains.some((domain) => host === domain || host?.endsWith(`.${domain}`)) ? url : undefined;
}

/** The parts of a link's path, such as `["archives", "C0GENERAL"]`. */
export function pathParts(link: URL): string[] {
  return link.pathname.split("/").filter((part) => part !== "");
}
