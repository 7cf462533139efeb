/** A start or an end on the wire: a whole day, or a time with an offset, a time zone or both. */
export interface CalendarMoment {
  readonly date?: string;
  readonly dateTime?: string;
  readonly timeZone?: string;
}

const OFFSET = /(Z|[+-]\d\d:\d\d)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

/** Returns the provider's reason and message for an invalid moment, or `undefined` if the moment is valid. */
export function momentProblem(
  moment: CalendarMoment | undefined,
  name: "start" | "end",
): { reason: string; message: string } | undefined {
  const { date, dateTime, timeZone } = moment ?? {};
  if (date === undefined && dateTime === undefined)
    return { reason: "required", message: `Missing ${name} time.` };
  if (timeZone !== undefined && !isTimeZone(timeZone))
    return { reason: "invalid", message: `Invalid time zone definition for ${name} time.` };
  const written = date === undefined ? DATE_TIME.test(dateTime ?? "") : DATE.test(date);
  if (!written || Number.isNaN(Date.parse(date ?? dateTime ?? "")))
    return { reason: "badRequest", message: "Bad Request" };
  if (dateTime !== undefined && !OFFSET.test(dateTime) && timeZone === undefined)
    return { reason: "required", message: `Missing time zone definition for ${name} time.` };
  return undefined;
}

/** Returns a moment as the provider shows it: a time always has an offset and a time zone. */
export function writtenOut(
  { date, dateTime = "", timeZone }: CalendarMoment,
  calendarZone: string,
): CalendarMoment {
  if (date !== undefined) return { date };
  const zone = timeZone ?? calendarZone;
  if (OFFSET.test(dateTime)) return { dateTime, timeZone: zone };
  return { dateTime: `${dateTime}${offsetName(instantIn(dateTime, zone), zone)}`, timeZone: zone };
}

/**
 * Returns the instant of a moment from `writtenOut`, in milliseconds since the epoch. A day starts at
 * midnight in the calendar's time zone.
 */
export function instantOf({ date, dateTime = "" }: CalendarMoment, calendarZone: string): number {
  return date === undefined ? Date.parse(dateTime) : instantIn(`${date}T00:00:00`, calendarZone);
}

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the instant at which clocks in this zone show this local time. If there are two, returns either,
 * depending on the offset.
 */
function instantIn(local: string, zone: string): number {
  const asUtc = Date.parse(`${local}Z`);
  const guess = asUtc - offsetMs(asUtc, zone);
  return asUtc - offsetMs(guess, zone);
}

function offsetMs(at: number, zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offsetName(at, zone)) ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === "-" ? -size : size;
}

/** Returns the offset, for example "+01:00". */
function offsetName(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(
    at,
  );
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return name === "GMT" ? "+00:00" : name.slice("GMT".length);
}
