/** Joins a path to a base URL by appending: a base with a path keeps it, with exactly one slash between. */
export function joinUrl(base: string, path: string): URL {
  return new URL(`${base.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`);
}
