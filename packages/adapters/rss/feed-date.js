// @ts-check
/** Languages in which names of months, and words such as AM and PM, are read. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "ru", "tr", "ar", "ja", "ko", "zh"];

/**
 * Minutes east of UTC of the zone names that feeds use. A name with several meanings has that of RFC 822 or,
 * if RFC 822 lacks it, the most common.
 */
const ZONES = zonesOf(
  "-600 HST -540 AKST -480 AKDT PST PT -420 PDT MST MT -360 MDT CST CT -300 CDT EST ET -240 EDT AST AT -210 NST -180 ADT BRT ART " +
    "-150 NDT 0 UTC UT GMT WET 60 WEST BST CET MET MEZ 120 CEST MEST MESZ EET SAST 180 EEST MSK 300 PKT 330 IST " +
    "480 HKT SGT AWST 540 JST KST 570 ACST 600 AEST 630 ACDT 660 AEDT 720 NZST 780 NZDT",
);

const HALF = String.raw`\p{L}[\p{L}.]*`;
const TIME =
  String.raw`(?:(?<before>${HALF})\s*)?(?<hour>\d{1,2})(?:[:h.]|시\s*|[时時]\s*)(?<minute>\d{1,2})[분分]?` +
  String.raw`(?:(?::|(?<=[분分])\s*)(?<second>\d{1,2})(?:[.,](?<fraction>\d{1,9}))?[초秒]?)?`;
/**
 * Rest of a date: a time after at most two words, such as "a las", with half of the day before or after it,
 * and a zone, or a zone or word alone.
 */
const REST =
  String.raw`(?:(?:\s*t|,?\s*-(?=\s)|,)?\s*(?:(?<word>\p{L}+)\.?,?\s+)??${TIME}\s*(?<zone>.*)` +
  String.raw`|\s+(?<zoneAlone>gmt|utc)|\s*(?<tail>\p{L}+)\.?)?`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|\.|º|ª)?`;
const MONTH = String.raw`(?<name>\p{L}{3,}\.?)`;
const WEEKDAY = String.raw`(?:\p{L}[\p{L}-]*[.]?,?\s*)?`;

/**
 * The forms in which feeds write dates. Uses the first that matches and is a day of the calendar.
 * @type {readonly { example: string; instant: string; pattern: RegExp }[]}
 */
export const DATE_FORMS = [
  form(
    "2026-03-10T10:00:00.5+01:00",
    "2026-03-10T09:00:00.500Z",
    String.raw`${WEEKDAY}(?<year>\d{4})(?<mark>[-/]|\. ?)(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})\.?${REST}`,
  ),
  form(
    "20260310T100000Z",
    "2026-03-10T10:00:00.000Z",
    String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?:t?(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?\s*(?<zone>.*))?`,
  ),
  form(
    "2026-W11-2",
    "2026-03-10T00:00:00.000Z",
    String.raw`(?<year>\d{4})-?w(?<week>\d\d)(?:-?(?<weekday>[1-7]))?`,
  ),
  form("2026-069", "2026-03-10T00:00:00.000Z", String.raw`(?<year>\d{4})-?(?<dayOfYear>\d{3})`),
  form("2026-03", "2026-03-01T00:00:00.000Z", String.raw`(?<year>\d{4})(?:-(?<month>\d\d))?`),
  form("1773136800", "2026-03-10T10:00:00.000Z", String.raw`(?<epoch>\d{9,10}(?:\d{3})?)(?:\.\d+)?`),
  form(
    "Tue, 10 Mar 2026 10:00:00 GMT",
    "2026-03-10T10:00:00.000Z",
    String.raw`${WEEKDAY}${DAY}[-\s/,]*(?:(?:de|of|d['’])\s*)?${MONTH}[-\s/,]*(?:de[l]?\s+)?(?<year>\d{4}|\d\d)${REST}`,
  ),
  form(
    "March 10, 2026",
    "2026-03-10T00:00:00.000Z",
    String.raw`(?:\p{L}+[.]?,?\s+)?${MONTH}\s*${DAY}(?:,\s*|\s+)(?<year>\d{4})${REST}`,
  ),
  form("Mar. 2026", "2026-03-01T00:00:00.000Z", String.raw`${MONTH}\s+(?<year>\d{4})`),
  form(
    "Tue Mar 10 10:00:00 UTC 2026",
    "2026-03-10T10:00:00.000Z",
    String.raw`(?:\p{L}+[.]?,?\s+)?${MONTH}\s+${DAY},?\s+${TIME}\s*(?<zone>\D\S*)?\s+(?<year>\d{4})`,
  ),
  form(
    "2026 March 10",
    "2026-03-10T00:00:00.000Z",
    String.raw`(?<year>\d{4})[-\s,]+${MONTH}[-\s,]+${DAY}${REST}`,
  ),
  form(
    "2026年3月10日 10:00",
    "2026-03-10T10:00:00.000Z",
    String.raw`(?<year>\d{4})\s*[年년]\s*(?<month>\d{1,2})\s*[月월]\s*(?<day>\d{1,2})\s*[日일]${REST}`,
  ),
  form(
    "10.03.2026 10:00",
    "2026-03-10T10:00:00.000Z",
    String.raw`${WEEKDAY}(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4}|\d\d)${REST}`,
  ),
  form(
    "3/31/2026 10:00",
    "2026-03-31T10:00:00.000Z",
    String.raw`${WEEKDAY}(?<one>\d{1,2})(?<mark>[/ -])(?<two>\d{1,2})\k<mark>(?<year>\d{4}|(?<=/)\d\d)${REST}`,
  ),
];

const OFFSET = /^(?:(?:utc|gmt|ut|z)\s*)?([+-])(\d{1,2})(?::?([0-5]\d))?(?:\s*[([].*|\s*z|\s+[a-z]{1,5})?$/;
const DAY_MS = 86_400_000;
const EARLIEST = Date.UTC(1900, 0);

/**
 * Parses a feed's date to milliseconds since the epoch. Without a zone, it is in UTC (RFC 5322, 4.3). Returns
 * `null` for text that is not a date of the calendar, an unknown zone, an ambiguous date (`03/04/2026`), and
 * a date that cannot be true: before 1900, the epoch itself, which programs write for "none", or more than a
 * day after `now`.
 * @param {string} text @param {number} now
 */
export function feedDate(text, now) {
  if (text.length > 100) return null;
  const folded = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Cf}/gu, "");
  const written = folded.replaceAll("−", "-").replaceAll("،", ",").replace(/\s+/g, " ").trim();
  if (!/\d/.test(written)) return null;
  for (const { pattern } of DATE_FORMS) {
    const parts = pattern.exec(written)?.groups;
    const at = parts && instant(parts);
    if (at !== undefined) return at < EARLIEST || at === 0 || at > now + DAY_MS ? null : at;
  }
  return null;
}

/** @param {string} example @param {string} at @param {string} pattern */
function form(example, at, pattern) {
  return { example, instant: at, pattern: new RegExp(`^${pattern}$`, "u") };
}

/**
 * Returns the instant, or `undefined` if the day, time or zone is invalid.
 * @param {Record<string, string | undefined>} parts
 */
function instant(parts) {
  if (parts.epoch) return Number(parts.epoch) * (parts.epoch.length > 10 ? 1 : 1000);
  const zone = parts.zone ?? parts.zoneAlone ?? "";
  const after = /^\p{L}[\p{L}.]*/u.exec(zone)?.[0];
  const half = halfOfDay(parts.before) ?? halfOfDay(after);
  const words = [parts.word, parts.tail, halfOfDay(parts.before) === undefined ? parts.before : undefined];
  if (!words.every((word) => word === undefined || isFiller(word))) return undefined;
  const [hour, minute, second] = [parts.hour, parts.minute, parts.second].map((part) => Number(part ?? 0));
  const midnight = dayOf(parts, /^[ap]\.?m/.test(parts.before ?? after ?? ""));
  const isEnd = hour === 24 && minute === 0 && second === 0;
  if (midnight === undefined || (hour > 23 && !isEnd) || minute > 59 || second > 60) return undefined;
  const hours = half === undefined || hour > 12 ? hour : (hour % 12) + half;
  const local = midnight + (hours * 60 + minute) * 60_000 + second * 1000;
  const named = halfOfDay(after) === undefined ? zone : zone.slice(after?.length);
  const offset = offsetMs(named.trim(), local);
  const milliseconds = Math.floor(Number(`0.${parts.fraction ?? 0}`) * 1000);
  return offset === undefined ? undefined : local - offset + milliseconds;
}

/**
 * Returns the first moment of the day in UTC.
 * @param {Record<string, string | undefined>} parts @param {boolean} isAmerican
 */
function dayOf(parts, isAmerican) {
  const { year: written = "", name, week, dayOfYear = "1" } = parts;
  const year = written.length > 2 ? Number(written) : Number(written) + (Number(written) < 50 ? 2000 : 1900);
  if (week) {
    const fourth = Date.UTC(year, 0, 4);
    const days = (Number(week) - 1) * 7 + Number(parts.weekday ?? 1) - (new Date(fourth).getUTCDay() || 7);
    return fourth + days * DAY_MS;
  }
  if (parts.dayOfYear) return isBetween(1, dayOfYear, 366) ? Date.UTC(year, 0, Number(dayOfYear)) : undefined;
  const [month, day] =
    parts.one === undefined
      ? [name === undefined ? Number(parts.month ?? 1) : monthOf(name), Number(parts.day ?? 1)]
      : monthAndDay(Number(parts.one), Number(parts.two), isAmerican);
  if (month === undefined || !isBetween(1, month, 12)) return undefined;
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  return new Date(midnight).getUTCDate() === day ? midnight : undefined;
}

/** Returns [month, day], or [] if ambiguous. A time with AM or PM means American order. */
function monthAndDay(
  /** @type {number} */ one,
  /** @type {number} */ two,
  /** @type {boolean} */ isAmerican,
) {
  if (one > 12) return [two, one];
  return isAmerican || two > 12 || one === two ? [one, two] : [];
}

/** @param {number} least @param {number | string} value @param {number} most */
function isBetween(least, value, most) {
  return Number(value) >= least && Number(value) <= most;
}

/**
 * Returns the zone's milliseconds east of UTC at a local time, or `undefined` for an unknown zone.
 * @param {string} written
 * @param {number} local
 */
function offsetMs(written, local) {
  const [, sign, hours, minutes = 0] = OFFSET.exec(written) ?? [];
  if (sign !== undefined) {
    const total = Number(hours) * 60 + Number(minutes);
    return total > 14 * 60 ? undefined : (sign === "-" ? -1 : 1) * total * 60_000;
  }
  const name = written.replace(/\(.*$/, "").trim();
  // One letter is a military zone, which RFC 5322 (4.3) reads as UTC.
  if (name === "" || /^[a-z]$/.test(name)) return 0;
  const known = ZONES.get(name.toUpperCase());
  return known === undefined ? placeOffsetMs(name, local) : known * 60_000;
}

/** Returns the offset of a place such as `Europe/Berlin`. @param {string} name @param {number} local */
function placeOffsetMs(name, local) {
  if (!/^[a-z]+\/[a-z_/+-]+$/.test(name)) return undefined;
  try {
    const format = new Intl.DateTimeFormat("en", { timeZone: name, timeZoneName: "longOffset" });
    const shown = format.formatToParts(local).find(({ type }) => type === "timeZoneName")?.value ?? "";
    return shown === "GMT" ? 0 : offsetMs(shown.toLowerCase(), local);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @type {Map<string, number> | undefined} */
let months;
/** Returns the month of a name, or of its unambiguous beginning. @param {string} written */
function monthOf(written) {
  months ??= namesOf(
    (month) => Date.UTC(2026, month, 10),
    12,
    [{ month: "long", day: "numeric" }, { month: "short", day: "numeric" }, { month: "long" }],
    "month",
  );
  const name = bare(written);
  const known = months.get(name);
  if (known !== undefined) return known + 1;
  const begun = new Set(
    [...months].flatMap(([each, month]) =>
      each.startsWith(name) || (each.length > 2 && name.startsWith(each)) ? month : [],
    ),
  );
  const [month, ...others] = begun;
  return month === undefined || others.length > 0 ? undefined : month + 1;
}

/** @type {Map<string, number> | undefined} */
let halves;
/** Returns 0 for the hours before noon and 12 for those after it. @param {string | undefined} written */
function halfOfDay(written) {
  if (written === undefined) return undefined;
  halves ??= namesOf(
    (half) => Date.UTC(2026, 0, 1, half * 12 + 3),
    2,
    [
      { hour: "numeric", dayPeriod: "short" },
      { hour: "numeric", hour12: true },
    ],
    "dayPeriod",
  );
  const half = halves.get(bare(written));
  return half === undefined ? undefined : half * 12;
}

/** @type {Set<string> | undefined} */
let fillers;
/**
 * Returns whether a word is a weekday, or one that a language writes around a date and a time.
 * @param {string} word
 */
function isFiller(word) {
  fillers ??= new Set(
    LANGUAGES.flatMap((language) => {
      const parts = /** @type {const} */ (["full", "long"]).flatMap((dateStyle) => {
        const format = new Intl.DateTimeFormat(language, { dateStyle, timeStyle: "short", timeZone: "UTC" });
        return Array.from({ length: 7 }, (_, day) => format.formatToParts(day * DAY_MS)).flat();
      });
      const around = parts.filter(({ type }) => type === "literal" || type === "weekday");
      return around.flatMap(({ value }) => value.toLowerCase().match(/\p{L}+/gu) ?? []).map(bare);
    }),
  );
  return fillers.has(bare(word));
}

/**
 * Returns the numbers of names in all languages. A name with several numbers has the first language's.
 * @param {(number: number) => number} at @param {number} count
 * @param {Intl.DateTimeFormatOptions[]} styles @param {string} part
 */
function namesOf(at, count, styles, part) {
  const names = new Map();
  for (const language of LANGUAGES)
    for (const style of styles) {
      const format = new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" });
      for (let number = 0; number < count; number++) {
        const name = bare(format.formatToParts(at(number)).find(({ type }) => type === part)?.value ?? "");
        if (name !== "" && !/^\d/.test(name) && !names.has(name)) names.set(name, number);
      }
    }
  return names;
}

/** Removes dots, accents and case. @param {string} name */
function bare(name) {
  return name
    .normalize("NFKD")
    .replace(/[\p{M}.\s]/gu, "")
    .toLowerCase();
}

/** @param {string} listed */
function zonesOf(listed) {
  const zones = new Map();
  let minutes = 0;
  for (const word of listed.split(" ")) {
    if (/\d/.test(word)) minutes = Number(word);
    else zones.set(word, minutes);
  }
  return zones;
}
