/**
 * The URL that a text is, or nothing; `base` makes relative references absolute.
 *
 * `URL.canParse` must not be asked instead: once the compiler has optimised a caller, Node 20 (seen on
 * 20.20.2) answers false for every URL that bears a letter outside ASCII, such as https://bücher.example/,
 * from then on.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** The port of a URL or of a connection, the scheme's own (443 or 80) where it is left out. */
export function targetPort(target: { protocol: string; port: string }): number {
  if (target.port !== "") return Number(target.port);
  return target.protocol === "https:" ? 443 : 80;
}
