import { json } from "@plumbline/sandbox/server/reply.ts";
import { afterHandling } from "@plumbline/sandbox/server/script.ts";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { succeeded } from "../adapter-under-test.ts";
import { FILES, startMicroblogUnderTest } from "./microblog-under-test.ts";

const under = startedForFile(startMicroblogUnderTest);

beforeEach(() => under.microblog.clear());

const STATUSES = [200, 201, 202, 302, 400, 401, 402, 403, 404, 420, 429, 502];

const word = fc.constantFrom(
  "",
  "7",
  "duplicate content",
  "https://x/__proto__",
  "succeeded",
  "\u0000\ud800",
);
const odd = fc.oneof(word, fc.jsonValue({ maxDepth: 2 }));
const loose = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
const processing = loose({
  state: odd,
  check_after_secs: fc.oneof(odd, fc.constantFrom(-1, 1e308)),
  error: fc.oneof(odd, loose({ message: odd })),
});
const progress = { processing_info: fc.oneof(odd, processing) };
const body = loose({
  ...progress,
  data: fc.oneof(odd, loose({ ...progress, id: odd, text: odd, username: odd })),
  media_id_string: odd,
  errors: fc.oneof(odd, fc.array(fc.oneof(odd, loose({ code: fc.oneof(odd, fc.integer()), message: odd })))),
  ...{ title: odd, detail: odd, type: odd, error: odd },
});

test("whatever it answers to an upload, nothing is posted without media", async () => {
  const media = [{ base64: FILES.mp4.toString("base64"), media_type: "video/mp4" }];
  const signed = await under.connectOAuth1();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(body, fc.constantFrom(...STATUSES)), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (answers, oauth1) => {
        under.microblog.clear();
        under.microblog.timeline.posts.length = 0;
        const upload = (request: { path: string }) => request.path !== "/2/tweets";
        under.microblog.script(upload, ...answers.map(([answer, status]) => json(answer, status)));
        const result = await under.post({ media, ...(oauth1 ? { credential_id: signed } : {}) });
        for (const { mediaIds } of under.microblog.timeline.posts) expect(mediaIds).toHaveLength(1);
        expect(under.microblog.timeline.posts).toHaveLength(result.ok ? 1 : 0);
      },
    ),
    { numRuns: 100, seed: 4 },
  );
});

test.each([null, 7, ["a"], {}])(
  "a post whose text and warnings are %j is there all the same",
  async (odd) => {
    under.microblog.script(
      "",
      json({ data: { id: "7", text: odd }, errors: [odd, { detail: odd, message: "So-so" }] }, 201),
    );
    expect(succeeded(await under.post()).result).toEqual({
      id: "7",
      url: "https://x.com/i/status/7",
      warnings: ["So-so"],
    });
  },
);

test("what it says beside a post is kept short", async () => {
  const errors = Array.from({ length: 50 }, (_, index) => ({ detail: `${index} ${"a".repeat(5_000)}` }));
  under.microblog.script("", json({ data: { id: "7", text: "a".repeat(100_000) }, errors }, 201));
  expect(JSON.stringify(succeeded(await under.post()).result).length).toBeLessThan(10_000);
});

test.each([null, { state: "succeeded", check_after_secs: null, error: 7 }])(
  "processing told as %j is done",
  async (processing_info) => {
    const finalize = ({ path }: { path: string }) => path.endsWith("/finalize");
    under.microblog.script(finalize, afterHandling(json({ data: { processing_info } })));
    const media = [{ base64: FILES.png.toString("base64"), media_type: "image/png" }];
    expect(await under.post({ text: "With an image", media })).toMatchObject({ ok: true, attempts: 1 });
  },
);
