import { computed, type ReadonlySignal, signal } from "@preact/signals";

/** Current place in the console: `#/tools/feed_read?preview=1`. */
export interface ConsolePlace {
  /** `tools` */
  page: string;
  /** `["feed_read"]` */
  rest: readonly string[];
  query: URLSearchParams;
}

const hash = signal(location.hash);
addEventListener("hashchange", () => {
  hash.value = location.hash;
});

export const place: ReadonlySignal<ConsolePlace> = computed(() => readPlace(hash.value));

function readPlace(text: string): ConsolePlace {
  const [path = "", query = ""] = text.replace(/^#\/?/, "").split("?", 2);
  const [page = "", ...rest] = path.split("/").filter(Boolean).map(decodePart);
  return { page, rest, query: new URLSearchParams(query) };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the address of a place in the console for a link: `linkTo("tools", "feed_read")`. */
export function linkTo(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}
