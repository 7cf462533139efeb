import { cleanLine } from "./clean-lines.ts";
import type { InvitedEvent } from "./found-message.ts";

/** Maximum number of events to read from one calendar. */
const MAX_EVENTS = 20;
const MAX_TEXT = 500;
const ESCAPED = /\\([\\;,nN])/g;
/** Matches a line and captures its name, parameters and value (RFC 5545, 3.1). */
const LINE = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/s;
const TIME = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/;

interface Property {
  value: string;
  parameters: ReadonlyMap<string, string>;
}

/** Returns the events of an iCalendar file (RFC 5545). Returns an empty list for anything else. */
export function readCalendarEvents(text: string): InvitedEvent[] {
  const events: InvitedEvent[] = [];
  let method: string | undefined;
  const open: string[] = [];
  let properties = new Map<string, Property>();
  for (const line of text.replace(/\r?\n[ \t]/g, "").split(/\r?\n/)) {
    const [, written = "", parameters = "", value = ""] = LINE.exec(line) ?? [];
    const name = written.toUpperCase();
    const component = value.trim().toUpperCase();
    if (name === "BEGIN") {
      open.push(component);
      if (component === "VEVENT") properties = new Map();
    } else if (name === "END") {
      if (open.pop() === "VEVENT" && events.length < MAX_EVENTS) events.push(describe(properties, method));
    } else if (open.at(-1) === "VEVENT")
      properties.set(name, { value, parameters: parseParameters(parameters) });
    else if (name === "METHOD" && open.length === 1) method = component;
  }
  return events;
}

function parseParameters(written: string): Map<string, string> {
  const pairs = written.matchAll(/;([\w-]+)=(?:"([^"]*)"|([^";:]*))/g);
  return new Map(
    [...pairs].map(([, name = "", quoted, plain = ""]) => [name.toUpperCase(), quoted ?? plain]),
  );
}

function describe(properties: ReadonlyMap<string, Property>, method: string | undefined): InvitedEvent {
  const clean = (value: string | undefined) => cleanLine(value ?? "", MAX_TEXT) || undefined;
  const readText = (name: string) =>
    clean(
      properties
        .get(name)
        ?.value.replace(ESCAPED, (_, letter: string) => (/n/i.test(letter) ? "\n" : letter)),
    );
  const start = properties.get("DTSTART");
  const organizer = properties.get("ORGANIZER");
  return {
    method: clean(method),
    summary: readText("SUMMARY") ?? "",
    start: clean(toIsoTime(start)),
    end: clean(toIsoTime(properties.get("DTEND"))),
    duration: readText("DURATION"),
    time_zone: clean(start?.parameters.get("TZID")),
    location: readText("LOCATION"),
    organizer: clean(organizer?.value.replace(/^mailto:/i, "")),
    organizer_name: clean(organizer?.parameters.get("CN")),
    repeats: readText("RRULE"),
    status: readText("STATUS"),
  };
}

/** Converts a time to ISO 8601. Returns a time in another format unchanged. */
function toIsoTime(property: Property | undefined): string | undefined {
  const [, year, month, day, hour, minute, second, zone] = TIME.exec(property?.value.trim() ?? "") ?? [];
  if (year === undefined) return property?.value;
  const date = `${year}-${month}-${day}`;
  return hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone}`;
}
