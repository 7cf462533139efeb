import { calendarBackendError, calendarFailure } from "@plumbline/sandbox/calendar/failures.ts";
import { sampleCalendarReadToken, sampleMailOnlyToken } from "@plumbline/sandbox/calendar/sample-accounts.ts";
import { json, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { calendarConnection } from "../../../packages/adapters/calendar/index.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import { type CalendarUnderTest, startCalendarUnderTest } from "./calendar-under-test.ts";

let under: CalendarUnderTest;

beforeEach(async () => {
  under = await startCalendarUnderTest();
});

afterEach(() => under.close());

const connected = (token: string, more: Record<string, unknown> = {}) =>
  under.connect({ kind: "mail_oauth_a", label: "Another", token, ...more });

describe("test of a credential", () => {
  test("names the calendar, and asks for one event alone", async () => {
    expect(await under.testCredential(under.credentialId)).toMatchObject({
      ok: true,
      result: { account: "ada@example.com" },
      attempts: 1,
    });
    expect(under.methods()).toEqual(["GET"]);
    expect(under.server.requests[0]?.query.toString()).toBe("maxResults=1");
  });

  test("asks for the calendar that the connection names", async () => {
    const metadata = { calendar_id: "en.german#holiday@group.v.calendar.example" };
    const id = await connected(sampleCalendarReadToken, { metadata });
    expect(await under.testCredential(id)).toMatchObject({ result: { account: "Holidays in Germany" } });
  });

  test.each([[{}], [{ summary: null }]])("a calendar without a name: %j", async (name) => {
    under.server.script("", json({ kind: "calendar#events", items: [], ...name }));
    expect(succeeded(await under.testCredential(under.credentialId)).result).toEqual({});
  });

  test.each<[what: string, token: string, metadata: Record<string, unknown>, error_code: string]>([
    ["a token the provider does not know", "ya29.wrong", {}, "authentication"],
    ["a token for mail alone", sampleMailOnlyToken, {}, "authentication"],
    ["a calendar nobody shared", sampleCalendarReadToken, { calendar_id: "x@example.com" }, "validation"],
  ])("%s", async (_what, token, metadata, error_code) => {
    expect(refused(await under.testCredential(await connected(token, { metadata })))).toMatchObject({
      error_code,
      attempts: 1,
    });
  });

  test("is a read: tried again", async () => {
    under.server.script("", resetAfterReading(), calendarBackendError());
    expect(await under.testCredential(under.credentialId)).toMatchObject({ ok: true, attempts: 3 });
  });

  test.each<[scope: string, metadata: Record<string, unknown>, fits: boolean]>([
    ["https://www.googleapis.com/auth/calendar.events", {}, true],
    [
      "https://www.googleapis.com/auth/calendar.events https://mail.google.com/",
      { username: "a@x.io" },
      true,
    ],
    ["", {}, true],
    ["openid email", {}, true],
    ["https://mail.google.com/", {}, false],
    ["", { username: "a@x.io" }, false],
  ])("scope %o with %o", (scope, metadata, fits) => {
    expect(
      calendarConnection("https://calendar.example").fits?.({ kind: "mail_oauth_a", scope, metadata }),
    ).toBe(fits);
  });

  test("no caller can name it", () => {
    expect(under.service.registry.get("credential_test:calendar")).toBeUndefined();
  });
});

test("the token is in no result, refusal or log line", async () => {
  const token = "ya29.a-token-that-must-not-be-seen";
  const credential_id = await connected(token);
  const echo = calendarFailure(400, "invalid", `Bearer ${token} is odd`);
  under.server.scriptAlways("", echo);
  const refusals = [
    await under.create({ credential_id }),
    await under.list({ credential_id }),
    await under.testCredential(credential_id),
  ];
  under.server.clear();
  const start = { dateTime: "2026-01-08T14:00:00+01:00" };
  const item = { id: "abcde", summary: `It is ${token}`, start, end: start };
  under.server.scriptAlways("", json({ kind: "calendar#events", items: [item] }));
  const results = [...refusals, await under.list({ credential_id })];
  expect(results.map(({ ok }) => ok)).toEqual([false, false, false, true]);
  expect(under.server.requests[0]?.headers.authorization).toBe(`Bearer ${token}`);
  expect(JSON.stringify([results, under.logged])).not.toContain("must-not-be-seen");
  expect(under.callLines()).toHaveLength(4);
});
