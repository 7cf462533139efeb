import { Parser } from "htmlparser2";

/** What an HTML text shows, and what it keeps from its reader. */
export interface ReadHtml {
  /** As its reader sees it, a paragraph, cell or list item a line; what an image is called among it. */
  text: string;
  /** Where it leads, and what it loads. */
  addresses: string[];
  /** What says something where nobody sees it: comments, scripts, hidden elements, attributes. */
  hidden: string[];
}

const BLOCKS = new Set(
  "address article aside blockquote br button caption dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr label li main nav ol option p pre section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);
const UNSEEN = new Set(
  "script noscript template title object iframe svg math audio video canvas textarea select".split(" "),
);
const READABLE = new Set(
  "alt title label placeholder summary aria-label aria-description caption".split(" "),
);
const LEADING = new Set(
  "href src srcset data action formaction poster background cite longdesc usemap".split(" "),
);
/** How something looks or works; what they hold is one word or a number. */
const SILENT = new Set(
  "class id style width height colspan rowspan align valign border cellpadding cellspacing bgcolor color face size lang dir type rel target start role charset http-equiv hidden aria-hidden name".split(
    " ",
  ),
);
const HIDES =
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9])|(?:width|height)\s*:\s*0(?:px)?\s*(?:;|$)|text-indent\s*:\s*-|left\s*:\s*-|clip(?:-path)?\s*:/i;
const SAYS = /\/\*|content\s*:|url\s*\(|@import/i;
const TAG = /<(?:!--|\/?[a-z][\w-]*(?:[\s/>]|$)|[!?])/i;

/** Whether a text holds HTML tags or comments. */
export function holdsHtml(text: string): boolean {
  return TAG.test(text);
}

/**
 * Whether an attribute that nobody reads holds more than a name of its own: what says how something looks is
 * a word or two.
 */
function saysSomething(attribute: string, value: string): boolean {
  if (!SILENT.has(attribute)) return true;
  return /\S\s+\S+\s+\S/.test(value) || /\p{L}{3,}[^\p{L}\s]\p{L}{2,}[^\p{L}\s]\p{L}{3,}/u.test(value);
}

export function readHtml(html: string): ReadHtml {
  const lines: string[] = [];
  const addresses: string[] = [];
  const hidden: string[] = [];
  /** Open elements, from the first one that hides what it holds. */
  const unseen: string[] = [];
  let style = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      const { style: look = "" } = attributes;
      const hides = "hidden" in attributes || attributes["aria-hidden"] === "true" || HIDES.test(look);
      if (SAYS.test(look)) hidden.push(look);
      if (unseen.length > 0 || hides || UNSEEN.has(name)) unseen.push(name);
      style = name === "style";
      if (BLOCKS.has(name)) lines.push("\n");
      for (const [attribute, value] of Object.entries(attributes)) {
        if (READABLE.has(attribute)) lines.push(`\n${value}\n`);
        else if (LEADING.has(attribute)) addresses.push(...value.trim().split(/,\s+|\s+(?=\S*[:/])/));
        else if (attribute !== "style" && saysSomething(attribute, value))
          hidden.push(`${attribute}="${value}"`);
      }
    },
    ontext(text) {
      if (style) {
        if (SAYS.test(text)) hidden.push(text.trim());
      } else if (unseen.length === 0) lines.push(text);
      else if (text.trim() !== "") hidden.push(text.trim());
    },
    oncomment(text) {
      if (text.trim() !== "") hidden.push(text.trim());
    },
    onprocessinginstruction(_name, data) {
      if (!/^!doctype html$/i.test(data.trim())) hidden.push(data);
    },
    oncdatastart() {
      hidden.push("CDATA");
    },
    onclosetag(name) {
      unseen.pop();
      style = false;
      if (BLOCKS.has(name)) lines.push("\n");
    },
  });
  parser.end(html);
  return { text: lines.join(""), addresses: addresses.filter((one) => one !== ""), hidden };
}
