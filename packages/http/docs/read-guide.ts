import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Guide, GuidePage } from "./pages.ts";

/**
 * Groups in the table of contents, with their pages in reading order. Pages without a group are under `More`.
 */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Start: ["quickstart", "concepts", "recipes", "command-line", "console", "comparison"],
  Ask: ["research", "agent", "agents", "mcp"],
  Act: ["tools", "connections", "providers", "policy", "conversations", "approvals", "calls", "errors"],
  Watch: ["watches", "deliveries", "mail-filter"],
  Run: [
    "one-machine",
    "settings",
    "operations",
    "keys",
    "security",
    "oidc",
    "metrics",
    "limits",
    "measuring",
  ],
};

const GROUP_NAMES = [...Object.keys(GROUPS), "Providers", "Decisions", "More"];

/** Reads the pages in the folder `docs`, in the order of the table of contents, and their drawings. */
export async function readGuide(folder: string): Promise<Guide> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(md|svg)$/.test(file));
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, await readFile(join(folder, file), "utf8"));
  const pages = files.filter((file) => file.endsWith(".md")).map((file) => readPage(file, texts));
  const drawings = [...texts].filter(([file]) => file.endsWith(".svg"));
  return { pages: pages.toSorted(comparePages), drawings: Object.fromEntries(drawings) };
}

function comparePages(one: GuidePage, other: GuidePage): number {
  const place = ({ slug, group }: GuidePage) =>
    [GROUP_NAMES.indexOf(group), GROUPS[group]?.indexOf(slug) ?? 0] as const;
  const [[group, at], [otherGroup, otherAt]] = [place(one), place(other)];
  return group - otherGroup || at - otherAt || (one.title < other.title ? -1 : 1);
}

function readPage(file: string, texts: ReadonlyMap<string, string>): GuidePage {
  const slug = toSlug(file);
  const text = (texts.get(file) ?? "").replace(/<!--.*?-->\n*/gs, "");
  const markdown = publishLinks(text, file, texts);
  return { slug, title: readTitle(text), group: getGroup(file, slug), markdown };
}

const LINK_TO_FILE = /(!?)\[([^\]]*)\]\(((?:\.{1,2}\/[^)\s]*|[\w/-]+\.(?:md|svg))(?:#[^)\s]*)?)\)/g;

/** Rewrites links to the URLs at which pages are served. Replaces a link to any other file with its text. */
function publishLinks(markdown: string, file: string, texts: ReadonlyMap<string, string>): string {
  return markdown.replace(LINK_TO_FILE, (_, image: string, name: string, href: string) => {
    const { pathname, hash } = new URL(href, `docs://x/${file}`);
    const target = pathname.slice(1);
    const text = texts.get(target);
    if (text === undefined) return name;
    if (image === "!") return `![${name}](${target})`;
    return `[${name.endsWith(".md") ? readTitle(text) : name}](${toSlug(target)}.md${hash})`;
  });
}

function readTitle(text: string): string {
  return /^# (.+)/m.exec(text)?.[1]?.replaceAll("`", "") ?? "";
}

function toSlug(file: string): string {
  return file.replace(/\.md$/, "").replaceAll("/", "-");
}

function getGroup(file: string, slug: string): string {
  const [folder = ""] = file.split("/");
  if (file.includes("/")) return `${folder[0]?.toUpperCase()}${folder.slice(1)}`;
  return Object.entries(GROUPS).find(([, slugs]) => slugs.includes(slug))?.[0] ?? "More";
}
