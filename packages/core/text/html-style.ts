/** The computed style of an element, from its attributes, its ancestors and the page's style sheets. */
export interface HtmlStyle {
  /** Not rendered, whatever its descendants specify: `display: none` and equivalents. */
  gone: boolean;
  /** `visibility: hidden`, unless a descendant overrides it. */
  invisible: boolean;
  /** Font size of at most a pixel. */
  tiny: boolean;
  /** In the format of `parseColour`, or `undefined` if unknown. */
  colour: string | undefined;
  background: string | undefined;
  /** Line breaks in the source are rendered. */
  preformatted: boolean;
}

const WHITE = "255,255,255";
const CLEAR = "clear";

/** The style of a page without styles. */
export const PAGE_STYLE: HtmlStyle = {
  gone: false,
  invisible: false,
  tiny: false,
  colour: undefined,
  background: WHITE,
  preformatted: false,
};

/** The rules of a page's style sheets that apply to any screen and have a simple selector. */
export class StyleSheet {
  /** Declarations by selector: `p`, `.name`, `p.name` or `#name`. */
  readonly #rules = new Map<string, string>();
  #hasOthers = false;

  /** Reads the content of a `style` element. Omits rules within `@media` and similar. */
  add(css: string): void {
    const [first = "", ...commented] = css.split("/*");
    const text = [first, ...commented.map((piece) => piece.split("*/").slice(1).join("*/"))].join("");
    let depth = 0;
    for (const block of text.split("}")) {
      const [selectors = "", declared = "", ...nested] = block.split("{");
      if (depth === 0 && nested.length === 0) this.#addRule(selectors, declared);
      depth = Math.max(0, depth + (block.includes("{") ? nested.length : -1));
    }
  }

  #addRule(selectors: string, declared: string): void {
    for (const selector of selectors.toLowerCase().split(",")) {
      const key = selector.replace(/<!--|-->/g, "").trim();
      if (/^(?:[a-z]\w*)?(?:[.#][\w-]+)?$/.test(key))
        this.#rules.set(key, `${this.#rules.get(key) ?? ""};${declared}`);
      else this.#hasOthers ||= /color|background/i.test(declared);
    }
  }

  /** Returns the declarations for an element, the most specific last. */
  listDeclarations(
    name: string,
    { class: classes = "", id = "", style = "" }: Readonly<Record<string, string>>,
  ): string {
    if (this.#rules.size === 0) return style;
    const suffixes = [...classes.split(/\s+/).map((one) => `.${one}`), `#${id}`].map((one) =>
      one.toLowerCase(),
    );
    const keys = [name, ...suffixes, ...suffixes.map((suffix) => name + suffix)];
    return [...keys.map((key) => this.#rules.get(key) ?? ""), style].join(";");
  }

  /** Returns true if a rule that was not read may colour the element. */
  mayColour(attributes: Readonly<Record<string, string>>): boolean {
    return this.#hasOthers && ("class" in attributes || "id" in attributes);
  }
}

/** Computes an element's style from its parent's and the page's sheet. */
export function computeStyle(
  parent: HtmlStyle,
  name: string,
  attributes: Readonly<Record<string, string>>,
  sheet: StyleSheet,
): HtmlStyle {
  const css = parseDeclarations(sheet.listDeclarations(name, attributes));
  const byClass = sheet.mayColour(attributes);
  const colour = css.get("color") ?? (name === "font" ? attributes.color : undefined);
  const paint = css.get("background-color") ?? css.get("background") ?? attributes.bgcolor;
  const space = css.get("white-space");
  const visibility = css.get("visibility");
  const ownColour = parseColour(colour ?? "");
  return {
    gone: parent.gone || "hidden" in attributes || isGone(css),
    invisible: visibility === undefined ? parent.invisible : /^(?:hidden|collapse)$/.test(visibility),
    tiny: isTiny(css, parent.tiny),
    // A link does not inherit its parent's colour.
    colour: ownColour ?? (byClass || colour !== undefined || name === "a" ? undefined : parent.colour),
    background: parseBackground(paint, byClass ? undefined : parent.background),
    preformatted: space === undefined ? parent.preformatted || name === "pre" : /pre|break/.test(space),
  };
}

/** Returns false for text that readers cannot see. */
export function isSeen({ gone, invisible, tiny, colour, background }: HtmlStyle): boolean {
  return !gone && !invisible && !tiny && colour !== CLEAR && !isSame(colour, background);
}

/** Parses declarations. The last one of a property wins. */
function parseDeclarations(style: string): Map<string, string> {
  const pairs = style
    .toLowerCase()
    .replace(/\/\*[^*]*\*\//g, "")
    .split(";")
    .map((one) => {
      const colon = one.indexOf(":");
      return [
        one.slice(0, Math.max(colon, 0)).trim(),
        one
          .slice(colon + 1)
          .replace("!important", "")
          .trim(),
      ] as const;
    });
  return new Map(pairs);
}

const NOTHING = /^0*(?:\.0*)?(?:%|[a-z]+)?$/;
const FAR_AWAY = /^-\d{3}/;

function isGone(css: ReadonlyMap<string, string>): boolean {
  const is = (property: string, pattern: RegExp) => pattern.test(css.get(property) ?? "-");
  const sides = ["height", "max-height", "width", "max-width"];
  return (
    is("display", /^none$/) ||
    is("opacity", NOTHING) ||
    is("text-indent", FAR_AWAY) ||
    (is("overflow", /^hidden$/) && sides.some((side) => is(side, NOTHING))) ||
    (is("position", /^(?:absolute|fixed)$/) && ["left", "top"].some((side) => is(side, FAR_AWAY)))
  );
}

function isTiny(css: ReadonlyMap<string, string>, parentIsTiny: boolean): boolean {
  const size = css.get("font-size") ?? / ?([\d.]+[a-z%]*)(?=[ /])/.exec(css.get("font") ?? "")?.[1];
  const [, number = "", unit = ""] = /^([\d.]+)([a-z%]*)$/.exec(size ?? "") ?? [];
  if (size === undefined || size === "inherit" || /^(?:em|%|ex)$/.test(unit))
    return parentIsTiny || (number !== "" && Number(number) === 0);
  return number !== "" && Number(number) <= (/^p[tx]$/.test(unit) ? 1 : 0);
}

/** Returns the background colour, or `undefined` for an image, which may have any colour. */
function parseBackground(paint: string | undefined, parent: string | undefined): string | undefined {
  if (paint === undefined) return parent;
  if (/url\(|gradient|var\(/.test(paint)) return undefined;
  const parsed = parseColour(paint);
  return parsed === CLEAR || /^(?:none|inherit|initial|unset)\b/.test(paint) ? parent : parsed;
}

/** Parses a colour to `red,green,blue`, its name, or "clear". Returns `undefined` for other text. */
function parseColour(written: string): string | undefined {
  const text = written.toLowerCase().trim();
  const [, short, long] = /^#?(?:([\da-f]{3})|([\da-f]{6}))\b/.exec(text) ?? [];
  const hex = long ?? short?.replace(/./g, "$&$&");
  if (hex) return (hex.match(/../g) ?? []).map((two) => Number.parseInt(two, 16)).join(",");
  const [red, green, blue, alpha] =
    /^rgba?\(([^)]*)\)/
      .exec(text)?.[1]
      ?.split(/[\s,/]+/)
      .filter(Boolean) ?? [];
  if (blue !== undefined) return alpha && NOTHING.test(alpha) ? CLEAR : [red, green, blue].join(",");
  if (text === "white") return WHITE;
  if (text === "black") return "0,0,0";
  return /^transparent\b/.test(text) ? CLEAR : /^[a-z]+$/.exec(text)?.[0];
}

/** Difference per channel that the eye cannot see. */
const MAX_DIFFERENCE = 12;

function isSame(colour: string | undefined, background: string | undefined): boolean {
  if (colour === undefined || background === undefined) return false;
  if (colour === background) return true;
  const [ours, theirs] = [colour, background].map((one) => one.split(",").map(Number));
  return ours?.every((channel, at) => Math.abs(channel - Number(theirs?.[at])) <= MAX_DIFFERENCE) === true;
}
