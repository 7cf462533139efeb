/** The look of an element by its own attributes and those of its ancestors. */
export interface HtmlStyle {
  /** Not shown, whatever its descendants say: `display: none` and what amounts to it. */
  gone: boolean;
  /** `visibility: hidden`, unless a descendant says otherwise. */
  invisible: boolean;
  /** Letters of a pixel's height, or none. */
  tiny: boolean;
  /** As `parseColour` gives it; `undefined` where it is not known. */
  colour: string | undefined;
  background: string | undefined;
  /** Line ends in the source are line ends on the page. */
  preformatted: boolean;
}

const WHITE = "255,255,255";
const CLEAR = "clear";

/** The style of a page without any. */
export const PAGE_STYLE: HtmlStyle = {
  gone: false,
  invisible: false,
  tiny: false,
  colour: undefined,
  background: WHITE,
  preformatted: false,
};

/**
 * Computes the style of an element from that of its parent. Style sheets are not read: `sheet` says that
 * there is one, and then the colours of an element with a class are not known.
 */
export function computeStyle(
  parent: HtmlStyle,
  name: string,
  attributes: Readonly<Record<string, string>>,
  sheet: boolean,
): HtmlStyle {
  const css = declarations(attributes.style ?? "");
  const byClass = sheet && ("class" in attributes || "id" in attributes);
  const colour = css.get("color") ?? (name === "font" ? attributes.color : undefined);
  const paint = css.get("background-color") ?? css.get("background") ?? attributes.bgcolor;
  const space = css.get("white-space");
  const visibility = css.get("visibility");
  const ownColour = parseColour(colour ?? "");
  return {
    gone: parent.gone || "hidden" in attributes || isGone(css),
    invisible: visibility === undefined ? parent.invisible : /^(?:hidden|collapse)$/.test(visibility),
    tiny: isTiny(css, parent.tiny),
    // A link has a colour that is not its parent's.
    colour: ownColour ?? (byClass || colour !== undefined || name === "a" ? undefined : parent.colour),
    background: backgroundOf(paint, byClass ? undefined : parent.background),
    preformatted: space === undefined ? parent.preformatted || name === "pre" : /pre|break/.test(space),
  };
}

/** Returns false for text that a reader does not see. */
export function isSeen({ gone, invisible, tiny, colour, background }: HtmlStyle): boolean {
  return !gone && !invisible && !tiny && colour !== CLEAR && !isSame(colour, background);
}

/** The last declaration of a property counts. */
function declarations(style: string): Map<string, string> {
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

/** A picture may be of any colour. */
function backgroundOf(paint: string | undefined, parent: string | undefined): string | undefined {
  if (paint === undefined) return parent;
  if (/url\(|gradient|var\(/.test(paint)) return undefined;
  const parsed = parseColour(paint);
  return parsed === CLEAR || /^(?:none|inherit|initial|unset)\b/.test(paint) ? parent : parsed;
}

/** As `red,green,blue`, as the name that is written, or as clear; `undefined` for what is no colour. */
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

/** Colours that no eye tells apart. */
const NEAR = 12;

function isSame(colour: string | undefined, background: string | undefined): boolean {
  if (colour === undefined || background === undefined) return false;
  if (colour === background) return true;
  const [ours, theirs] = [colour, background].map((one) => one.split(",").map(Number));
  return ours?.every((channel, at) => Math.abs(channel - Number(theirs?.[at])) <= NEAR) === true;
}
