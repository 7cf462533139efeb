import { describe, expect, test } from "vitest";
import { undiciEvent } from "../../core/egress/calls.ts";
import { startedForEach } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { readingOf, startFeedsUnderTest } from "./feeds-under-test.ts";

const under = startedForEach(startFeedsUnderTest);

describe("is refused once, with the reason, and the next feed is read", () => {
  test.each([
    ["gzip-bomb", "is larger than 8388608 bytes"],
    ["deep-nesting", /it takes (more than 128 MB of memory|longer than 2 s) to parse\.$/],
    ["too-large", "is larger than 8388608 bytes"],
  ])("%s", async (name, reason) => {
    const result = refused(await under.read(`/hostile/${name}.xml`));
    expect(result).toMatchObject({
      error_code: "validation",
      refusal_reason:
        typeof reason === "string" ? expect.stringContaining(reason) : expect.stringMatching(reason),
      attempts: 1,
    });
    expect(result.refusal_reason).not.toContain("root:");
    expect(readingOf(await under.read()).items).toHaveLength(3);
  });
});

test.each([
  ["entity-bomb", "&e8;"],
  ["external-entity", "&file;"],
])(
  "%s: an entity that refers to another, or to a file, is the text it is written as",
  async (name, title) => {
    const reading = readingOf(await under.read(`/hostile/${name}.xml`));
    expect(reading).toMatchObject({ feed: { repaired: ["entity"] }, items: [{ title }] });
  },
);

test("markup nested 20,000 deep is read as its text", async () => {
  const { items } = readingOf(await under.read("/hostile/deep-markup.xml"));
  expect(items).toMatchObject([{ title: expect.stringMatching(/^x{499}…$/) }]);
});

test("a drip without end is cut off when the call's time is over, three times", async () => {
  const reading = under.read("/hostile/endless-drip.xml", { timeout_seconds: 4 });
  for (let attempt = 1; attempt <= 3; attempt++) {
    await undiciEvent("undici:request:headers");
    under.clock.advance(4_000);
  }
  expect(refused(await reading)).toMatchObject({
    error_code: "transient",
    refusal_reason: `${under.host} responded with 200 but did not finish the response within 4 s.`,
    attempts: 3,
    elapsed_ms: 13_800,
  });
});

test("100 kB of open tags, over which the parser's own stripping of HTML takes seconds, are read as the text they are", async () => {
  const { items } = readingOf(await under.read("/hostile/open-tags.xml"));
  expect(items).toMatchObject([{ title: "Tags", summary: expect.stringMatching(/^(<p)+<?…$/) }]);
});
