import { timestamp } from "@plumbline/core/clock/clock.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { canonicalZone, isTimeZone, readLocalTime } from "./time-zone.ts";

/** A whole day, a time with its offset from UTC, or a time as a clock on some wall shows it. */
type TimeForm = "day" | "instant" | "local";

// Zod's patterns: its schemas take ten times as long to refuse a text.
const DAY = z.regexes.date;
const INSTANT = z.regexes.datetime({ offset: true });
const LOCAL = z.regexes.datetime({ local: true });

/** `undefined` for anything else, impossible dates such as 2026-02-30 among it. */
function formOf(text: string): TimeForm | undefined {
  if (DAY.test(text)) return "day";
  if (INSTANT.test(text)) return "instant";
  return LOCAL.test(text) ? "local" : undefined;
}

/** Whoever leaves the seconds out means none, and a space means a "T"; the provider wants both. */
function spelledOut(text: string): string {
  return text.replace(/^([\d-]{10}) (?=\d)/, "$1T").replace(/(T\d\d:\d\d)(?!:)/, "$1:00");
}

/** An argument that is a day or a time. */
export const eventTime = z
  .string()
  .trim()
  .overwrite(spelledOut)
  .refine(
    (text) => formOf(text) !== undefined,
    "must be a real date (2026-12-01) or date-time (2026-12-01T10:00:00+01:00)",
  );

/** An argument that names a time zone; comes out as its canonical name. */
export const timeZone = z
  .string()
  .trim()
  .refine(
    isTimeZone,
    "must be an IANA time zone name such as Europe/Berlin or America/New_York; abbreviations, offsets and names of Windows are not taken",
  )
  .overwrite(canonicalZone);

/** A start or an end as the provider takes it. */
type Moment = { date: string } | { dateTime: string; timeZone?: string | undefined };

/** Asks for the calendar's own zone. Called only for times that depend on it. */
type OwnZone = () => Promise<string>;

/**
 * Start and end of an event as the provider takes them, and a note on each that a clock change skips or
 * repeats. Local times are read in `time_zone`, else in the calendar's own. Throws AdapterValidationError
 * when start and end have different forms, or the end is not after the start.
 */
export async function eventMoments(
  { start, end, time_zone }: { start: string; end: string; time_zone?: string | undefined },
  ownZone: OwnZone,
): Promise<{ start: Moment; end: Moment; notes: string[] }> {
  const form = formOf(start);
  if (formOf(end) !== form)
    throw new AdapterValidationError(
      "end: must be written as start is: both dates, both with an offset, or both local times.",
    );
  const zone = time_zone ?? (form === "local" ? await ownZone() : undefined);
  const from = readTime("start", start, zone);
  const until = readTime("end", end, zone);
  const notes = [...from.notes, ...until.notes];
  const moment = (text: string, { sent = text }: TimeReading): Moment =>
    form === "day" ? { date: text } : { dateTime: sent, timeZone: zone };
  if (until.at > from.at) return { start: moment(start, from), end: moment(end, until), notes };
  const rule =
    form === "day"
      ? "end: must be after start; it is not part of the event, so an all-day event of one day ends on the next day."
      : "end: must be after start.";
  throw new AdapterValidationError([rule, ...notes].join(" "));
}

/**
 * The bounds of a list as the provider takes them, in ISO 8601 and UTC, and a note on each that a clock
 * change skips or repeats. A day is its midnight, and `otherwise` the default of the earlier bound. Throws
 * AdapterValidationError for bounds that enclose no time, and for years beyond 9999.
 */
export async function utcBounds(
  bounds: { time_min: string | undefined; time_max: string | undefined },
  ownZone: OwnZone,
  otherwise: string,
) {
  const notes: string[] = [];
  const utc = async (argument: keyof typeof bounds) => {
    const text = bounds[argument];
    if (text === undefined) return undefined;
    const zone = formOf(text) === "instant" ? undefined : await ownZone();
    const { at, notes: own } = readTime(argument, text, zone);
    notes.push(...own);
    const written = timestamp(at);
    if (/^\d/.test(written)) return written;
    throw new AdapterValidationError(`${argument}: must be in the years 0 to 9999, in UTC.`);
  };
  const timeMin = (await utc("time_min")) ?? otherwise;
  const timeMax = await utc("time_max");
  if (timeMax === undefined || timeMax > timeMin) return { timeMin, timeMax, notes };
  throw new AdapterValidationError(
    bounds.time_min === undefined
      ? "time_max: lies in the past; give time_min as well."
      : "time_max: must be after time_min; a bare day is its midnight, so one day ends on the next.",
  );
}

interface TimeReading {
  /** Milliseconds since the epoch. */
  at: number;
  /** The time to send where the one that was written has no single meaning. */
  sent?: string;
  notes: string[];
}

/** Reads days and local times in the zone; without one, for comparing them alone, in UTC. */
function readTime(argument: string, text: string, zone = "UTC"): TimeReading {
  const form = formOf(text);
  if (form === "instant") return { at: Date.parse(text), notes: [] };
  const local = form === "day" ? `${text}T00:00:00` : text;
  const { at, clockChange } = readLocalTime(local, zone);
  if (form === "day" || clockChange === undefined) return { at, notes: [] };
  const { kind, text: sent } = clockChange;
  const note =
    kind === "skipped"
      ? `${argument}: in ${zone} the clocks skip ${local}; ${sent} was used.`
      : `${argument}: in ${zone} ${local} comes twice; the first was used, ${sent}.`;
  return { at, sent, notes: [note] };
}

/** The output field with the notes on times that clock changes skip or repeat. */
export const timeNotes = z
  .array(z.string())
  .optional()
  .describe("Says of each time that a clock change skips or repeats how it was read.");
