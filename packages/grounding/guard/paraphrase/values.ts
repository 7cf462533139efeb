import type { FoundNumber } from "../numbers.ts";
import type { ReadSentence } from "./read-sentence.ts";

const LIFE_BRACKET_BY = 100;

const DATE =
  "(?:\\d{1,2} \\p{L}+,? |\\p{L}+ \\d{1,2}, )?1\\d{3}|(?:\\d{1,2} \\p{L}+,? |\\p{L}+ \\d{1,2}, )?20\\d{2}";
const LIFE = new RegExp(
  `^(.{0,${LIFE_BRACKET_BY}}?\\((?:[^()]*?[;,] )??)(${DATE})(\\s*[-–—]\\s*)(${DATE})(?=\\))`,
  "u",
);

/**
 * A text in which the bracket behind the name that it begins with says in words who was born and died when.
 */
export function spellOutLifeDates(text: string): string {
  return text.includes("(") ? text.replace(LIFE, "$1born $2$3died $4") : text;
}

const OFFICE = /(?<!\p{L})chief (?<kind>executive|financial|technology|operating)(?: officer)?(?!\p{L})/giu;

/** Shortens offices to their acronyms, so that "chief executive officer" and "CEO" are one word. */
export function shortenOffices(text: string): string {
  return text.replace(OFFICE, (_, kind: string) => `C${kind.charAt(0).toUpperCase()}O`);
}

const UNITS: readonly ReadonlySet<string>[] = [
  "km kilometr kilomet",
  "mile mi",
  "metr meter m",
  "foot feet ft",
  "inch",
  "cm centimetr centimet",
  "mm millimetr millimet",
  "pound lb",
  "kg kilogram",
  "gram g",
  "mg milligram",
  "tonn ton",
  "ounc oz",
  "litr liter",
  "gallon",
  "hour hr h",
  "minut min",
  "second sec s",
  "millisecond ms msec",
  "microsecond µs us",
  "nanosecond ns",
  "byte b",
  "kilobyt kb kib",
  "megabyt mb mib",
  "gigabyt gb gib",
  "terabyt tb tib",
  "watt w",
  "kilowatt kw",
  "megawatt mw",
  "gigawatt gw",
  "volt v",
  "hertz hz",
  "megahertz mhz",
  "gigahertz ghz",
  "day",
  "week",
  "month",
  "year",
  "decad",
  "centuri",
  "degre",
  "calori kcal",
].map((line) => new Set(line.split(" ")));

const ORDINAL = /(?:\dst|\dnd|\drd|\dth|first|second|third|fifth|eighth|ninth|twelfth|[a-z]th|tieth)$/i;

/**
 * Returns true if a number counts or measures something else in the evidence, or is a position in an order
 * there and a count here.
 */
export function numberedThingDiffers(said: ReadSentence, sources: readonly ReadSentence[]): boolean {
  return said.facts.numbers.some((number) => {
    const ordinal = isOrdinal(number);
    const places = sources.flatMap((source) =>
      source.facts.numbers
        .filter((known) => known.value === number.value && known.unit === number.unit)
        .map((known) => ({
          ordinal: isOrdinal(known),
          unit: unitBehind(known, source),
        })),
    );
    if (places.length === 0) return countsAnother(number, said, sources);
    if (places.every((place) => place.ordinal !== ordinal)) return true;
    const unit = unitBehind(number, said);
    return unit >= 0 && places.every((place) => place.unit >= 0 && place.unit !== unit);
  });
}

function isOrdinal({ written }: FoundNumber): boolean {
  return ORDINAL.test(written.trim());
}

function unitBehind({ end }: FoundNumber, { words }: ReadSentence): number {
  const next = words.find(({ start }) => start >= end);
  return next === undefined ? -1 : UNITS.findIndex((unit) => unit.has(next.stem) || unit.has(next.word));
}

/** The same thing is counted in the evidence, and is another number there. */
function countsAnother(number: FoundNumber, said: ReadSentence, sources: readonly ReadSentence[]): boolean {
  const counted = nounBehind(number, said);
  if (counted === undefined) return false;
  return sources.some((source) =>
    source.facts.numbers.some((known) => nounBehind(known, source) === counted),
  );
}

function nounBehind({ end }: FoundNumber, { words, text }: ReadSentence): string | undefined {
  const next = words.find(({ start, stop }) => start >= end && !stop);
  return next !== undefined && next.start - end < 3 && /^[\s-]*$/.test(text.slice(end, next.start))
    ? next.stem
    : undefined;
}
