import { timestamp } from "@plumbline/core/clock/clock.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";

/** A whole day, a time with its offset from UTC, or a time as a clock on some wall shows it. */
type TimeForm = "day" | "instant" | "local";

const DAY = z.iso.date();
const INSTANT = z.iso.datetime({ offset: true });
const LOCAL = z.iso.datetime({ local: true });

/** `undefined` for anything else, impossible dates such as 2026-02-30 among it. */
function formOf(text: string): TimeForm | undefined {
  if (DAY.safeParse(text).success) return "day";
  if (INSTANT.safeParse(text).success) return "instant";
  return LOCAL.safeParse(text).success ? "local" : undefined;
}

/** Whoever leaves the seconds out means none; the provider wants them. */
function withSeconds(text: string): string {
  return text.replace(/(T\d\d:\d\d)(?!:)/, "$1:00");
}

/** Zones found good before: asking the engine costs more than all the rest of a call's arguments. */
const knownZones = new Set<string>();
const MOST_KNOWN_ZONES = 1_000;

function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
  if (knownZones.size < MOST_KNOWN_ZONES) knownZones.add(name);
  return true;
}

const time = z.string().trim().overwrite(withSeconds);

/** An argument that is a day or a time. */
export const eventTime = time.refine(
  (text) => formOf(text) !== undefined,
  "must be a real date (2026-12-01) or date-time (2026-12-01T10:00:00+01:00)",
);

/** An argument that is a point in time; comes out as UTC. */
export const instant = time
  .refine(
    (text) => formOf(text) === "instant",
    "must be a real date-time with offset, such as 2026-12-01T10:00:00+01:00",
  )
  .transform((text) => timestamp(Date.parse(text)))
  .refine((utc) => /^\d/.test(utc), "must be in the years 0 to 9999, in UTC");

/** An argument that names a time zone. Newer engines take "+01:00" for one, the provider does not. */
export const timeZone = z
  .string()
  .trim()
  .refine(
    (name) => /^[A-Za-z]/.test(name) && isTimeZone(name),
    "must be an IANA time zone name such as Europe/Berlin",
  );

/** A start or an end as the provider takes it. */
type Moment = { date: string } | { dateTime: string; timeZone: string | undefined };

/** When an event is, as the caller wrote it. */
interface Span {
  start: string;
  end: string;
  time_zone?: string | undefined;
}

/**
 * Start and end as the provider takes them. Two local times are compared as written, so an event within the
 * hour that a clock change repeats needs offsets. Throws AdapterValidationError for two forms, a local time
 * without a zone, and an end that is not after the start.
 */
export function eventMoments({ start, end, time_zone }: Span): { start: Moment; end: Moment } {
  const form = formOf(start);
  if (formOf(end) !== form) {
    throw new AdapterValidationError(
      "end: must be written as start is: both dates, both with an offset, or both local times.",
    );
  }
  if (form === "local" && time_zone === undefined) {
    throw new AdapterValidationError("start: needs an offset (2026-12-01T10:00:00+01:00) or a time_zone.");
  }
  if (place(end, form) <= place(start, form)) {
    throw new AdapterValidationError(
      form === "day"
        ? "end: must be after start; it is not part of the event, so an all-day event of one day ends on the next day."
        : "end: must be after start.",
    );
  }
  const moment = (text: string): Moment =>
    form === "day" ? { date: text } : { dateTime: text, timeZone: time_zone };
  return { start: moment(start), end: moment(end) };
}

/** A number that orders times of one form. */
function place(text: string, form: TimeForm | undefined): number {
  return Date.parse(form === "local" ? `${text}Z` : text);
}
