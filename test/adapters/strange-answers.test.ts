import { json, text } from "@plumbline/sandbox/server/reply.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startProviderCalls } from "./provider-calls.ts";
import { alteredBodies, recordAnswers, replay } from "./without-each-field.ts";

const { servers, calls } = startProviderCalls();

/** Words to which a provider's answer may give a meaning, and texts that are hostile anywhere. */
const word = fc.constantFrom(
  ..."0 1 7 id title cancelled constructor __proto__ error validation_error rate_limited RATELIMITED CONFLICT".split(
    " ",
  ),
  ..."DAILY ACCESS_DENIED DUPLICATE_POST rateLimitExceeded relation text ok urn:li:share:1 [{".split(" "),
  ...["", "..", "duplicate content", "conflict on insert of Issue", "https://x/__proto__"],
  ...["\u0000\u001b[2J", "\ud800", "<script>"],
);
const odd = fc.oneof(
  word,
  fc.constantFrom(null, -1, 1e308, 101, 65_601, [], {}),
  fc.jsonValue({ maxDepth: 2 }),
);
const loose = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
const listOf = (entry: fc.Arbitrary<unknown>) =>
  fc.oneof(odd, fc.array(fc.oneof(odd, entry), { maxLength: 3 }));
const more = loose({ type: odd, code: odd, objectWriteTraceId: listOf(word), error_type: odd, reason: odd });
const reasons = listOf(
  loose({ code: odd, message: odd, detail: odd, reason: odd, extensions: more, context: more }),
);
/** The fields in which any of the providers explains a refusal. */
const refusal = loose({
  ...{ object: odd, status: odd, code: odd, category: odd, message: odd, title: odd, detail: odd, type: odd },
  ...{ ok: odd, needed: odd, policyName: odd, serviceErrorCode: odd, request_id: odd, additional_data: more },
  ...{ errors: reasons, error: fc.oneof(odd, loose({ message: odd, errors: reasons, details: reasons })) },
  errorDetails: loose({ inputErrors: reasons }),
});
const raw = fc.constantFrom(
  '{"__proto__":{"errors":[{}]},"data":{"__proto__":1}}',
  '{"data":{},"data":null}',
  "{",
);
const status = fc.constantFrom(
  200,
  200,
  201,
  204,
  207,
  302,
  400,
  401,
  403,
  404,
  409,
  423,
  429,
  477,
  502,
  529,
  599,
);
const headers = fc.dictionary(
  fc.constantFrom("retry-after", "x-rate-limit-remaining", "x-rate-limit-reset", "x-restli-id"),
  fc.constantFrom("", "0", "-1", "soon", "1e400", "99999999999", "urn%3ali%3ashare%3a4", "__proto__"),
);
const anyAnswer = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(fc.oneof(refusal, odd), status, headers).map((parts) => json(...parts)) },
  { weight: 1, arbitrary: fc.tuple(raw, status).map((parts) => text(...parts)) },
);

/** Returns a JSON value in which the part at a path is another one. */
function withPart(whole: unknown, [key, ...rest]: readonly string[], part: unknown): unknown {
  if (key === undefined) return part;
  const inner = withPart(Object(whole)[key], rest, part);
  return Array.isArray(whole) ? whole.with(Number(key), inner) : { ...Object(whole), [key]: inner };
}

describe.each(calls)("$title", (one) => {
  test("whatever the provider answers is a result of the schema or one of the four refusals", async () => {
    const call = { server: servers, call: () => one.make() };
    const recorded = await recordAnswers(call);
    const names = [...recorded.keys()];
    const parts = [...recorded].flatMap(([name, replies]) =>
      replies.flatMap((reply, at) =>
        alteredBodies(reply.json).map(({ path }) => ({ name, replies, at, path })),
      ),
    );
    const altered = fc.tuple(fc.constantFrom(...parts), odd).map(([{ name, replies, at, path }, value]) => {
      const reply = { ...replies[at], json: withPart(replies[at]?.json, path, value) };
      return new Map(recorded).set(name, replies.with(at, reply));
    });
    const replaced = fc
      .tuple(fc.constantFrom(...names), anyAnswer)
      .map(([name, answer]) => new Map(recorded).set(name, [answer]));
    const property = fc.asyncProperty(fc.oneof(altered, replaced), async (answers) => {
      const result = await replay(call, answers);
      if (result.ok) one.output()?.parse(result.result);
      else expect(result.error_code).toMatch(/^(authentication|validation|rate_limit|transient)$/);
      expect(result.attempts).toBeLessThanOrEqual(3);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});
