/**
 * Parses a URL. `base` resolves relative references. Returns `undefined` if it is invalid.
 *
 * Do not use `URL.canParse` instead. Once the compiler has optimized its caller, Node 20 (seen in 20.20.2)
 * returns false for every URL with a non-ASCII letter, such as https://bücher.example/.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Returns the port of a URL or connection, by default that of the scheme (443 or 80). */
export function getTargetPort(target: { protocol: string; port: string }): number {
  if (target.port !== "") return Number(target.port);
  return target.protocol === "https:" ? 443 : 80;
}
