import { json, type Reply, text } from "@plumbline/sandbox/server/reply.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { startCalendarUnderTest } from "./calendar-under-test.ts";

const under = startedForFile(startCalendarUnderTest);

const any = fc.oneof(
  fc.constantFrom(null, "\u0000\u001b[2J", "<script>", "rateLimitExceeded", "duplicate", -1, [], {}),
  fc.jsonValue(),
);
const moment = fc.oneof(fc.constant({ date: "2026-01-08" }), fc.record({ dateTime: any, timeZone: any }));
const event = fc.record(
  {
    id: fc.oneof(fc.constant("abcde"), any),
    status: fc.oneof(fc.constant("cancelled"), any),
    start: fc.oneof(moment, any),
    end: moment,
    summary: any,
    htmlLink: any,
    organizer: any,
    attendees: fc.oneof(fc.array(any), any),
    conferenceData: fc.oneof(fc.record({ createRequest: any, entryPoints: any }), any),
  },
  { requiredKeys: ["id", "start", "end"] },
);
const page = fc.record(
  { kind: fc.constant("calendar#events"), items: fc.oneof(fc.array(event), any), nextPageToken: any },
  { requiredKeys: ["kind"] },
);
const reasons = fc.oneof(fc.array(fc.oneof(fc.record({ reason: any }), any)), any);
const refusal = fc.record({
  error: fc.oneof(fc.record({ message: any, errors: reasons, details: reasons }), any),
});
const status = fc.constantFrom(200, 200, 204, 301, 400, 401, 403, 409, 429, 500, 599);
const raw = fc.constantFrom(
  `{"error":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
  '{"__proto__":{"error":{}},"kind":"calendar#events"}',
  '{"id":"a","id":null}',
);
const reply: fc.Arbitrary<Reply> = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(fc.oneof(event, page, refusal, any), status).map((at) => json(...at)) },
  { weight: 1, arbitrary: fc.tuple(raw, status).map((at) => text(...at)) },
);

test("whatever the calendar answers is a result or one of the four refusals", async () => {
  const calls = {
    create: () => under.create({ create_meeting_link: true }),
    list: () => under.list(),
    test: () => under.testCredential(under.credentialId),
  };
  const name = fc.constantFrom("create", "list", "test");
  const property = fc.asyncProperty(name, reply, reply, async (call, posted, got) => {
    under.server.clear();
    under.server.scriptAlways("POST", posted);
    under.server.scriptAlways("", got);
    const result = await calls[call]();
    if (!result.ok) expect(result.error_code).toMatch(/^(authentication|validation|rate_limit|transient)$/);
    else if (call === "create") expect(result.result).toMatchObject({ id: expect.any(String) });
    expect(result.attempts).toBeLessThanOrEqual(3);
  });
  await fc.assert(property, { numRuns: 100 });
});
