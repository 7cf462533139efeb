import { json } from "@plumbline/sandbox/server/reply.ts";
import { expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { succeeded } from "../adapter-under-test.ts";
import {
  type AnswerRules,
  problemsWithoutEachField,
  UNKNOWN_THRICE,
  UNREADABLE_THRICE,
} from "../without-each-field.ts";
import { startCalendarUnderTest } from "./calendar-under-test.ts";

const under = startedForEach(startCalendarUnderTest);

const output = (tool: string) => under.tools.get(tool)?.output;

/**
 * Returns the rules for one event, at its place in the answer: which paths of the result may differ without a
 * field. Only the id is required ("cancelled with only an id").
 */
const shown = (at: string) => ({
  [`${at}status`]: [`${at}status`],
  [`${at}htmlLink`]: [`${at}url`],
  [`${at}summary`]: [`${at}summary`],
  [`${at}description`]: [`${at}description`, `${at}links`],
  [`${at}location`]: [`${at}location`],
  [`${at}start`]: [`${at}start`, `${at}all_day`, `${at}time_zone`],
  [`${at}end`]: [`${at}end`],
  [`${at}organizer`]: [`${at}organizer`],
  [`${at}attendees`]: [`${at}attendees`, `${at}attendees_omitted`, `${at}my_response`, `${at}shows_as`],
  [`${at}transparency`]: [`${at}shows_as`],
  [`${at}hangoutLink`]: [`${at}meeting_link`],
  [`${at}recurringEventId`]: [`${at}recurring`],
});

interface Listed {
  items: unknown[];
}

/** The list without one of its items, which is counted. */
const withoutItem = (whole: unknown, [index]: number[]) => {
  const { items, ...rest } = whole as Listed;
  return { ...rest, items: items.filter((_item, at) => at !== index), unreadable: 1 };
};

/** Either `kind` or `items` shows that it is a list of events. */
const LIST: AnswerRules = {
  fields: {
    "": "required",
    items: ["items"],
    "items.*": withoutItem,
    "items.*.id": withoutItem,
    timeZone: ["time_zone"],
    nextPageToken: ["next_cursor"],
    ...shown("items.*."),
  },
  failure: UNREADABLE_THRICE,
};

test("calendar_list_events", async () => {
  const problems = await problemsWithoutEachField({
    server: under.server,
    call: () => under.list({ time_min: "2026-01-01T00:00:00Z", limit: 2 }),
    output: output("calendar_list_events"),
    answers: { "GET /calendar/v3/calendars/primary/events": LIST },
  });
  expect(problems).toEqual([]);
});

test("the test of a calendar's credential", async () => {
  const problems = await problemsWithoutEachField({
    server: under.server,
    call: () => under.testCredential(under.credentialId),
    output: undefined,
    answers: {
      "GET /calendar/v3/calendars/primary/events": {
        fields: { "": "required", summary: ["account"] },
        failure: UNREADABLE_THRICE,
      },
    },
  });
  expect(problems).toEqual([]);
});

/** Of what was created the id. The call has a key, so it is safe to try again. */
const CREATED: AnswerRules = { fields: { id: "required", ...shown("") }, failure: UNKNOWN_THRICE };

test("calendar_create_event", async () => {
  const problems = await problemsWithoutEachField({
    server: under.server,
    call: () => under.create({ description: "Agenda", location: "Room 4", attendees: ["grace@example.com"] }),
    output: output("calendar_create_event"),
    answers: { "POST /calendar/v3/calendars/primary/events": CREATED },
  });
  expect(problems).toEqual([]);
});

/** A call's own event has another id each time. */
const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/[\da-f]{32}/, "{id}")}`;

test("calendar_create_event with a meeting that is ready at once", async () => {
  const problems = await problemsWithoutEachField({
    server: under.server,
    call: () => under.create({ create_meeting_link: true }),
    output: output("calendar_create_event"),
    answers: { "POST /calendar/v3/calendars/primary/events": CREATED },
  });
  expect(problems).toEqual([]);
});

test("calendar_create_event with a meeting that takes a second", async () => {
  under.calendar.meetings = "ready_later";
  const problems = await problemsWithoutEachField({
    server: under.server,
    call: () => under.create({ create_meeting_link: true }),
    output: output("calendar_create_event"),
    nameOf,
    answers: {
      "POST /calendar/v3/calendars/primary/events": {
        ...CREATED,
        fields: {
          ...CREATED.fields,
          // Without it there is nothing to wait for.
          "conferenceData.createRequest.status.statusCode": ["meeting_link_status", "meeting_link"],
        },
      },
      // The event stands whatever becomes of this look: of an unreadable one the link is missing.
      "GET /calendar/v3/calendars/primary/events/{id}": {
        fields: {
          id: ["meeting_link", "meeting_link_status"],
          "conferenceData.createRequest.status.statusCode": ["meeting_link_status"],
          ...shown(""),
        },
      },
    },
  });
  expect(problems).toEqual([]);
});

test("calendar_create_event that an earlier try had carried out", async () => {
  const problems = await problemsWithoutEachField({
    server: under.server,
    call: () => under.create(),
    output: output("calendar_create_event"),
    nameOf,
    // The provider has the event by the time it is asked to create it.
    answer: async (request, handle) => {
      const first = await handle(request);
      return request.method === "POST" ? handle(request) : first;
    },
    answers: {
      "GET /calendar/v3/calendars/primary/events/{id}": {
        fields: { id: "required", ...shown("") },
        failure: UNKNOWN_THRICE,
      },
    },
  });
  expect(problems).toEqual([]);
});

test("without kind and without items it is no list", async () => {
  under.server.scriptAlways("", json({ summary: "ada@example.com", nextSyncToken: "s" }));
  expect(await under.list()).toMatchObject({ ok: false, error_code: "transient", attempts: 3 });
});

test("one attendee that cannot be read does not hide the others", async () => {
  const attendees = [null, { email: "grace@example.com" }, { displayName: "Room 4" }];
  under.server.script("", json({ items: [{ id: "abcde", attendees }] }));
  expect(succeeded(await under.list()).result).toMatchObject({
    items: [
      {
        attendees: [
          { email: "grace@example.com", response: "needsAction" },
          { email: null, response: "needsAction" },
        ],
        attendees_omitted: true,
      },
    ],
  });
});
