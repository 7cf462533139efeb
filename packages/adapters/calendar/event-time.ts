import { timestamp } from "@plumbline/core/clock/clock.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { canonicalizeZone, isTimeZone, readLocalTime } from "./time-zone.ts";

/** A whole day, a time with a UTC offset, or a local time. */
type TimeForm = "day" | "instant" | "local";

// Uses zod's patterns, because its schemas take ten times as long to reject a text.
const DAY = z.regexes.date;
const INSTANT = z.regexes.datetime({ offset: true });
const LOCAL = z.regexes.datetime({ local: true });

/**
 * Returns the form of a text. Returns `undefined` for anything else, including impossible dates such as
 * 2026-02-30.
 */
function detectForm(text: string): TimeForm | undefined {
  if (DAY.test(text)) return "day";
  if (INSTANT.test(text)) return "instant";
  return LOCAL.test(text) ? "local" : undefined;
}

/** Adds missing seconds and replaces a space with "T", as the provider requires. */
function completeTime(text: string): string {
  return text.replace(/^([\d-]{10}) (?=\d)/, "$1T").replace(/(T\d\d:\d\d)(?!:)/, "$1:00");
}

/** Schema of an argument that is a day or a time. */
export const eventTime = z
  .string()
  .trim()
  .overwrite(completeTime)
  .refine(
    (text) => detectForm(text) !== undefined,
    "must be a real date (2026-12-01) or date-time (2026-12-01T10:00:00+01:00)",
  );

/** Schema of an argument that is a time zone. Returns its canonical name. */
export const timeZone = z
  .string()
  .trim()
  .refine(
    isTimeZone,
    "must be an IANA time zone name such as Europe/Berlin or America/New_York; abbreviations, offsets and Windows names are not accepted",
  )
  .overwrite(canonicalizeZone);

/** A start or an end in the provider's format. */
type Moment = { date: string } | { dateTime: string; timeZone?: string | undefined };

/** Returns the calendar's own time zone. Called only if a time depends on it. */
type FetchCalendarZone = () => Promise<string>;

/**
 * Converts start and end of an event to the provider's format. Adds a note for each time that a clock change
 * skips or repeats. Local times are in `time_zone`, otherwise in the calendar's zone. Throws
 * AdapterValidationError if start and end have different formats or the end is not after the start.
 */
export async function convertEventTimes(
  { start, end, time_zone }: { start: string; end: string; time_zone?: string | undefined },
  ownZone: FetchCalendarZone,
): Promise<{ start: Moment; end: Moment; notes: string[] }> {
  const form = detectForm(start);
  if (detectForm(end) !== form)
    throw new AdapterValidationError(
      "end: must have the same form as start: both dates, both with an offset, or both local times.",
    );
  const zone = time_zone ?? (form === "local" ? await ownZone() : undefined);
  const from = readTime("start", start, zone);
  const until = readTime("end", end, zone);
  const notes = [...from.notes, ...until.notes];
  const toMoment = (text: string, { sent = text }: TimeReading): Moment =>
    form === "day" ? { date: text } : { dateTime: sent, timeZone: zone };
  if (until.at > from.at) return { start: toMoment(start, from), end: toMoment(end, until), notes };
  const rule =
    form === "day"
      ? "end: must be after start; it is not part of the event, so an all-day event of one day ends on the next day."
      : "end: must be after start.";
  throw new AdapterValidationError([rule, ...notes].join(" "));
}

/**
 * Converts the bounds of a list to ISO 8601 in UTC, as the provider requires. Adds a note for each time that
 * a clock change skips or repeats. A day means its midnight. `otherwise` is the default lower bound. Throws
 * AdapterValidationError for an empty range and for years after 9999.
 */
export async function convertBoundsToUtc(
  bounds: { time_min: string | undefined; time_max: string | undefined },
  ownZone: FetchCalendarZone,
  otherwise: string,
) {
  const notes: string[] = [];
  const readUtc = async (argument: keyof typeof bounds) => {
    const text = bounds[argument];
    if (text === undefined) return undefined;
    const zone = detectForm(text) === "instant" ? undefined : await ownZone();
    const { at, notes: own } = readTime(argument, text, zone);
    notes.push(...own);
    const written = timestamp(at);
    if (/^\d/.test(written)) return written;
    throw new AdapterValidationError(`${argument}: must be in the years 0 to 9999, in UTC.`);
  };
  const timeMin = (await readUtc("time_min")) ?? otherwise;
  const timeMax = await readUtc("time_max");
  if (timeMax === undefined || timeMax > timeMin) return { timeMin, timeMax, notes };
  throw new AdapterValidationError(
    bounds.time_min === undefined
      ? "time_max: is in the past; give time_min as well."
      : "time_max: must be after time_min; a date without a time is its midnight, so a single day ends on the next.",
  );
}

interface TimeReading {
  /** Milliseconds since the epoch. */
  at: number;
  /** The time to send if the given one is ambiguous. */
  sent?: string;
  notes: string[];
}

/** Parses a day or a local time in a zone. The default, UTC, suffices for comparing two times. */
function readTime(argument: string, text: string, zone = "UTC"): TimeReading {
  const form = detectForm(text);
  if (form === "instant") return { at: Date.parse(text), notes: [] };
  const local = form === "day" ? `${text}T00:00:00` : text;
  const { at, clockChange } = readLocalTime(local, zone);
  if (form === "day" || clockChange === undefined) return { at, notes: [] };
  const { kind, text: sent } = clockChange;
  const note =
    kind === "skipped"
      ? `${argument}: in ${zone} the clocks skip ${local}, so ${sent} was used.`
      : `${argument}: in ${zone} ${local} occurs twice. The first one was used, ${sent}.`;
  return { at, sent, notes: [note] };
}

/** Output field with notes on times that clock changes skip or repeat. */
export const timeNotes = z
  .array(z.string())
  .optional()
  .describe("How times that a clock change skips or repeats were read.");
