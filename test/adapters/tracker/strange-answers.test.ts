import { json, type Reply, text } from "@plumbline/sandbox/server/reply.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { startTrackerUnderTest } from "./tracker-under-test.ts";

const under = startedForFile(startTrackerUnderTest);

const any = fc.oneof(
  fc.constantFrom(null, "\u0000\u001b[2J", "conflict on insert of Issue", "RATELIMITED", -1, [], {}),
  fc.jsonValue(),
);
const issue = fc.record(
  { id: any, identifier: any, url: any, title: any, state: any, priority: any },
  { requiredKeys: [] },
);
const nodes = (node: fc.Arbitrary<unknown>) => fc.record({ nodes: fc.oneof(fc.array(node), any) });
const label = fc.record({ id: any, name: fc.oneof(fc.constant("Bug"), any), team: any, parent: any });
const data = fc.record(
  {
    issueCreate: fc.oneof(fc.record({ success: any, issue: fc.oneof(issue, any) }), any),
    issue: fc.oneof(issue, any),
    teams: nodes(fc.record({ id: any })),
    knownTeams: nodes(fc.record({ key: any })),
    labels: nodes(label),
    knownLabels: nodes(fc.record({ name: any })),
  },
  { requiredKeys: [] },
);
const extensions = fc.record({ type: any, code: any, statusCode: any, userPresentableMessage: any });
const errors = fc.array(fc.oneof(fc.record({ message: any, extensions: fc.oneof(extensions, any) }), any));
const status = fc.constantFrom(200, 200, 204, 301, 400, 401, 409, 429, 500, 599);
const body = fc.oneof(
  fc.record({ data: fc.oneof(data, any), errors: fc.oneof(errors, any) }, { requiredKeys: [] }),
  any,
);
const raw = fc.constantFrom(
  `{"errors":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
  '{"__proto__":{"errors":[{}]},"data":{"__proto__":1}}',
  '{"data":{},"data":null}',
);
const reply: fc.Arbitrary<Reply> = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(body, status).map((answer) => json(...answer)) },
  { weight: 1, arbitrary: fc.tuple(raw, status).map((answer) => text(...answer)) },
);

test("whatever the tracker answers is a result or one of the four refusals", async () => {
  const args = fc.constantFrom({}, { team_id: "ENG", label_ids: ["Bug"] });
  const property = fc.asyncProperty(args, reply, reply, async (given, created, other) => {
    under.tracker.clear();
    under.tracker.scriptAlways(({ text }) => text.includes("issueCreate"), created);
    under.tracker.scriptAlways("", other);
    const result = await under.create(given);
    if (result.ok) expect(result.result).toMatchObject({ id: expect.any(String), url: expect.any(String) });
    else expect(result.error_code).toMatch(/^(authentication|validation|rate_limit|transient)$/);
    expect(result.attempts).toBeLessThanOrEqual(3);
  });
  await fc.assert(property, { numRuns: 100 });
});
