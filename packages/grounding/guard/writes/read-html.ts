import { extractHtmlText } from "@plumbline/core/text/html-text.ts";

/** The parts of an HTML text that its reader sees, and those that are hidden. */
interface ReadHtml {
  /**
   * The text as its reader sees it, with one line for each paragraph, cell or list item. Labels and the
   * alternative texts of images are included.
   */
  text: string;
  /** Addresses that it links to or loads. */
  addresses: string[];
  /** Invisible texts: comments, scripts, hidden elements, attributes. */
  hidden: string[];
}

const HIDDEN_ELEMENTS = new Set(
  // Struck-out or reversed text does not mean what its letters say.
  "script noscript template title object iframe svg math audio video canvas textarea select s del strike bdo".split(
    " ",
  ),
);
const READABLE = new Set(
  "alt title label placeholder summary aria-label aria-description caption".split(" "),
);
const LEADING = new Set(
  "href src srcset data action formaction poster background cite longdesc usemap".split(" "),
);
/** Attributes for appearance or behaviour, whose value is one word or a number. */
const SILENT = new Set(
  "class id style width height colspan rowspan align valign border cellpadding cellspacing bgcolor color face size lang dir type rel target start role charset http-equiv hidden aria-hidden name".split(
    " ",
  ),
);
const HIDES =
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9])|(?:width|height)\s*:\s*0(?:px)?\s*(?:;|$)|text-indent\s*:\s*-|left\s*:\s*-|clip(?:-path)?\s*:|font-size\s*:\s*[0-3](?:\.\d+)?p[xt]|line-through|(?<!-)color\s*:\s*(?:#fff(?:fff)?\b|white\b|transparent)|unicode-bidi|direction\s*:\s*rtl/i;
const SAYS = /\/\*|content\s*:|url\s*\(|@import/i;
const TAG = /<(?:!--|\/?[a-z][\w-]*(?:[\s/>]|$)|[!?])/i;

/** Returns whether a text contains HTML tags or comments. */
export function holdsHtml(text: string): boolean {
  return TAG.test(text);
}

/**
 * Returns whether an invisible attribute contains text. An attribute for appearance may contain a word or
 * two.
 */
function containsText(attribute: string, value: string): boolean {
  if (!SILENT.has(attribute)) return true;
  return /\S\s+\S+\s+\S/.test(value) || /\p{L}{3,}[^\p{L}\s]\p{L}{2,}[^\p{L}\s]\p{L}{3,}/u.test(value);
}

export function readHtml(html: string): ReadHtml {
  const addresses: string[] = [];
  const hidden: string[] = [];
  const text = extractHtmlText(html, {
    layout: "lines",
    preformatted: true,
    observer: {
      element(name, attributes) {
        const { style: look = "" } = attributes;
        const shows: string[] = [];
        if (SAYS.test(look)) hidden.push(look);
        for (const [attribute, value] of Object.entries(attributes)) {
          if (READABLE.has(attribute)) shows.push(value);
          else if (LEADING.has(attribute)) addresses.push(...value.trim().split(/,\s+|\s+(?=\S*[:/])/));
          else if (attribute !== "style" && containsText(attribute, value))
            hidden.push(`${attribute}="${value}"`);
        }
        const hides = HIDDEN_ELEMENTS.has(name) || attributes["aria-hidden"] === "true" || HIDES.test(look);
        return { hides, shows };
      },
      hidden(piece, element) {
        if (element !== "style" || SAYS.test(piece) || HIDES.test(piece)) hidden.push(piece);
      },
    },
  });
  return { text, addresses: addresses.filter((one) => one !== ""), hidden };
}
