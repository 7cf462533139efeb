import { Deadline } from "@plumbline/core/clock/clock.ts";
import { calendarBackendError, calendarUnauthorized } from "@plumbline/sandbox/calendar/failures.ts";
import { htmlPage, json, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { afterHandling, type ScriptedReply } from "@plumbline/sandbox/server/script.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import { startCalendarUnderTest } from "./calendar-under-test.ts";

const under = startedForEach(startCalendarUnderTest);

const withMeeting = async (deadlineMs?: number) =>
  succeeded(
    await under.create(
      { create_meeting_link: true },
      { deadline: deadlineMs === undefined ? undefined : Deadline.in(deadlineMs, under.clock) },
    ),
  ).result;

test("a meeting that is ready at once", async () => {
  expect(await withMeeting()).toMatchObject({
    meeting_link: expect.stringMatching(/^https:\/\/meet\.example\/[\w-]+$/),
    meeting_link_status: "created",
  });
  const [request] = under.server.requests;
  expect(request?.query.get("conferenceDataVersion")).toBe("1");
  const requestId = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(request?.json()).toMatchObject({
    conferenceData: { createRequest: { requestId, conferenceSolutionKey: { type: "hangoutsMeet" } } },
  });
  expect(under.methods()).toEqual(["POST"]);
});

test("a meeting without the provider's own link is joined by its video entry", async () => {
  under.server.script("POST", async (request, handle) => {
    await handle(request);
    const event = { ...under.created()[0] };
    delete event.hangoutLink;
    return json(event);
  });
  expect(await withMeeting()).toMatchObject({
    meeting_link: under.created()[0]?.hangoutLink,
    meeting_link_status: "created",
  });
});

test("what is odd about a meeting does not hide that it is pending", async () => {
  under.calendar.meetings = "ready_later";
  under.server.script("POST", async (request, handle) => {
    await handle(request);
    const event = under.created()[0];
    return json({ ...event, conferenceData: { ...event?.conferenceData, entryPoints: null } });
  });
  expect(await withMeeting()).toMatchObject({ meeting_link_status: "created" });
  expect(under.methods()).toEqual(["POST", "GET"]);
});

test("a meeting that needs a moment is asked for a second later", async () => {
  under.calendar.meetings = "ready_later";
  expect(await withMeeting()).toMatchObject({
    meeting_link: under.created()[0]?.hangoutLink,
    meeting_link_status: "created",
  });
  expect(under.methods()).toEqual(["POST", "GET"]);
  expect(under.clock.waits).toEqual([1000]);
});

describe("the event stands, its meeting pending", () => {
  test.each<[what: string, reply: ScriptedReply]>([
    ["still not ready", () => json(under.created()[0])],
    ["the question fails", calendarBackendError()],
    ["the question is refused", calendarUnauthorized()],
    ["the question is lost", resetAfterReading()],
    ["the answer is a page", htmlPage("<h1>Hello</h1>")],
    ["the event was deleted just now", json({ id: "x", status: "cancelled" })],
  ])("%s", async (_what, reply) => {
    under.calendar.meetings = "ready_later";
    under.server.script("GET", reply);
    expect(await withMeeting()).toMatchObject({
      id: under.created()[0]?.id,
      meeting_link: null,
      meeting_link_status: "pending",
    });
    expect(under.methods()).toEqual(["POST", "GET"]);
  });

  test("no time to wait for it", async () => {
    under.calendar.meetings = "ready_later";
    expect(await withMeeting(2_000)).toMatchObject({ meeting_link: null, meeting_link_status: "pending" });
    expect(under.methods()).toEqual(["POST"]);
    expect(under.clock.waits).toEqual([]);
  });
});

describe("the event stands, its meeting failed", () => {
  test("the provider could not make it", async () => {
    under.calendar.meetings = "fail";
    expect(await withMeeting()).toMatchObject({ meeting_link: null, meeting_link_status: "failed" });
    expect(under.methods()).toEqual(["POST"]);
  });

  test("the provider took no notice of it", async () => {
    under.server.script("POST", async (request, handle) => {
      await handle(request);
      const event = { ...under.created()[0] };
      delete event.hangoutLink;
      delete event.conferenceData;
      return json(event);
    });
    expect(await withMeeting()).toMatchObject({ meeting_link: null, meeting_link_status: "failed" });
  });
});

test("an event that was created before, its answer lost, keeps its meeting", async () => {
  under.server.script("POST", afterHandling(resetAfterReading()));
  expect(await withMeeting()).toMatchObject({ meeting_link_status: "created" });
  expect(under.created()).toHaveLength(1);
});

test("a calendar that cannot make meetings says so before there is an event", async () => {
  under.calendar.meetings = "not_offered";
  expect(refused(await under.create({ create_meeting_link: true }))).toMatchObject({
    error_code: "validation",
    refusal_reason: "Google Calendar refused the call: Invalid conference type value. (invalid)",
    next_step: "Call again without create_meeting_link: this calendar does not support meeting links.",
    attempts: 1,
  });
  expect(under.created()).toEqual([]);
});
