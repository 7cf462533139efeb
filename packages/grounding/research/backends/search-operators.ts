/**
 * The query without the marks with which meta-search and the HTML page let a word steer the search: "!bang", ":language", "<timeout",
 * "?bang" (SearXNG documentation, "Search syntax"; its query.py). A mark that stands alone steers nothing.
 */
export function withoutOperators(query: string): string {
  return query.replace(/(^|\s)[!:<?]+(?=[^\s!:<?])/g, "$1");
}
