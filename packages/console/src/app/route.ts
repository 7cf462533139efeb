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

/**
 * Changes values in the current address, without a new entry in the history unless one is wanted. An empty
 * value is removed.
 */
export function changeQuery(changes: Readonly<Record<string, string>>, isNewEntry = false): void {
  const query = new URLSearchParams(place.value.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  const [path = ""] = location.hash.split("?", 1);
  const changed = query.size === 0 ? path : `${path}?${query}`;
  if (isNewEntry) history.pushState(null, "", changed);
  else history.replaceState(null, "", changed);
  hash.value = location.hash;
}

/** Returns the address of a place in the console for a link: `linkTo("tools", "feed_read")`. */
export function linkTo(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

/** Returns the address of a list with values of its filters: `linkToList("calls", { outcome: "failed" })`. */
export function linkToList(page: string, filters: Readonly<Record<string, string>>): string {
  return `${linkTo(page)}?${new URLSearchParams(filters)}`;
}
