const WHOLE_AT_MOST = 120;
const EDGE_WORDS = 6;

/**
 * Makes the address at which a browser opens a page and shows a quote in it
 * (https://wicg.github.io/scroll-to-text-fragment).
 * A browser that does not find the quote opens the page as always.
 */
export function quoteAddress(url: string, quote: string): string {
  if (!URL.canParse(url) || quote === "") return url;
  const address = new URL(url);
  if (address.hash !== "") return url;
  return `${url}#:~:text=${fragmentFor(quote)}`;
}

function fragmentFor(quote: string): string {
  if (quote.length <= WHOLE_AT_MOST) return encoded(quote);
  const words = quote.split(/\s+/);
  return `${encoded(words.slice(0, EDGE_WORDS).join(" "))},${encoded(words.slice(-EDGE_WORDS).join(" "))}`;
}

/** A hyphen has a meaning of its own in such a fragment. */
const encoded = (text: string) => encodeURIComponent(text).replaceAll("-", "%2D");
