/** A time zone known to the JavaScript engine. */
interface Zone {
  /** Its canonical name. */
  name: string;
  /** Returns the offset from UTC in milliseconds at an instant. */
  getOffsetAt(instant: number): number;
}

/** IANA's areas. Zone names outside them, such as US/Pacific or CET, are aliases of zones in these areas. */
const AREA_AND_PLACE =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\/[A-Z][a-z]/;

/**
 * Java's abbreviations, which V8 accepts with misleading meanings: it takes BST for Dhaka. Does not match
 * IANA's own names (https://data.iana.org/time-zones/tzdb/backward).
 */
const ABBREVIATION = /^(?!(?:CET|EET|MET|WET|EST|MST|HST|GMT)$)[a-z]{2}t$/i;

/**
 * Caches zones by requested name. Each holds a formatter, which takes 50 µs to create and 32 KiB of memory.
 */
const cachedZones = new Map<string, Zone>();
const MAX_CACHED_ZONES = 100;

function findZone(name: string): Zone | undefined {
  const known = cachedZones.get(name);
  if (known !== undefined) return known;
  const zone = createZone(name);
  if (zone === undefined) return undefined;
  cachedZones.set(name, zone);
  const [oldest = name] = cachedZones.keys();
  if (cachedZones.size > MAX_CACHED_ZONES) cachedZones.delete(oldest);
  return zone;
}

function createZone(name: string): Zone | undefined {
  // Newer engines accept "+01:00" as a zone, but the provider does not.
  if (!/^[A-Za-z]/.test(name) || ABBREVIATION.test(name)) return undefined;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en", { timeZone: name, timeZoneName: "longOffset" });
  } catch {
    return undefined;
  }
  const resolved = format.resolvedOptions().timeZone;
  // The engine may return an outdated name: Asia/Calcutta, Europe/Kiev.
  const isCurrent = AREA_AND_PLACE.test(name) && resolved.toLowerCase() !== name.toLowerCase();
  return {
    name: isCurrent ? name : resolved,
    getOffsetAt(instant: number) {
      // Parses text such as "12/1/2026, GMT+01:00", because formatToParts is three times slower.
      const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(instant)) ?? [];
      return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
    },
  };
}

/** Returns whether the engine knows a zone by this name, ignoring case. */
export function isTimeZone(name: string): boolean {
  return findZone(name) !== undefined;
}

/**
 * Returns the canonical name of a zone: `us/pacific` → `America/Los_Angeles`. Returns an unknown name
 * unchanged.
 */
export function canonicalizeZone(name: string): string {
  return findZone(name)?.name ?? name;
}

const DAY_MS = 86_400_000;

interface LocalReading {
  /** Milliseconds since the epoch. */
  at: number;
  /** Set if a clock change skips or repeats the time. */
  clockChange?: {
    kind: "skipped" | "repeated";
    /** The instant in ISO 8601 with the zone's offset. */
    text: string;
  };
}

/**
 * Interprets a local time such as `2026-12-01T10:00:00` in a known zone. Moves a skipped time forward by the
 * size of the gap, and uses the first occurrence of a repeated time, as iCalendar does (RFC 5545, 3.3.5).
 */
export function readLocalTime(local: string, zoneName: string): LocalReading {
  const zone = findZone(zoneName);
  if (zone === undefined) throw new Error(`There is no time zone ${zoneName}.`);
  const asUtc = Date.parse(`${local}Z`);
  const before = asUtc - zone.getOffsetAt(asUtc - DAY_MS);
  const after = asUtc - zone.getOffsetAt(asUtc + DAY_MS);
  const fitting = [...new Set([before, after])].filter((at) => at + zone.getOffsetAt(at) === asUtc);
  const at = fitting.length === 0 ? before : Math.min(...fitting);
  if (fitting.length === 1) return { at };
  const kind = fitting.length === 0 ? "skipped" : "repeated";
  return { at, clockChange: { kind, text: formatInZone(at, zone) } };
}

function formatInZone(at: number, zone: Zone): string {
  const offset = zone.getOffsetAt(at);
  const local = new Date(at + offset).toISOString().replace(/(?:\.000)?Z$/, "");
  const size = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `${local}${offset < 0 ? "-" : "+"}${size}`;
}
