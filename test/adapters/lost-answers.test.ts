import { startSandbox } from "@plumbline/sandbox";
import {
  closeAfterReading,
  cutBody,
  hangBeforeHeaders,
  htmlPage,
  json,
  type Reply,
  redirect,
  resetAfterReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { afterHandling } from "@plumbline/sandbox/server/script.ts";
import { describe, expect, test } from "vitest";
import { startPreviewUnderTest } from "../core/dispatch/preview/preview-under-test.ts";
import { httpServersOf } from "../support/http-servers.ts";
import { refused } from "./adapter-under-test.ts";
import { lastRequest, listProviderCalls, type ProviderCall, startProviderCalls } from "./provider-calls.ts";

const { sandbox, under, servers, calls } = startProviderCalls();

/** A signed request is the same one, with a nonce that the sandbox takes once. */
const CALLS = calls.filter(({ account }) => account !== "signed");

const NESTED = "[".repeat(100_000) + "]".repeat(100_000);
/** Every field in which a provider explains a refusal, of a type that none of them uses. */
const ODD = {
  status: 7,
  error: [],
  errors: [null, 7, { code: {}, message: 7, extensions: null, context: 7 }],
  errorDetails: { inputErrors: [null, {}] },
  additional_data: { error_type: 7 },
  ...{ code: {}, category: 7, message: [], type: 7, title: null, detail: {}, serviceErrorCode: "100" },
};

/** Expects another attempt after a lost answer where that is safe, and a warning where it is not. */
function expectAfterLoss({ mayRepeat }: ProviderCall, result: unknown, elapsed_ms: number): void {
  if (mayRepeat) expect(result).toMatchObject({ ok: true, attempts: 2, elapsed_ms: elapsed_ms + 600 });
  else
    expect(result).toMatchObject({
      ok: false,
      error_code: "transient",
      outcome_unknown: true,
      next_step: "It may have taken effect: check at the provider before repeating it.",
      attempts: 1,
      elapsed_ms,
    });
}

describe.each(CALLS)("$title", (one) => {
  test.each<[what: string, reply: Reply]>([
    ["connection reset after it was read", resetAfterReading()],
    ["connection closed in good order after it was read", closeAfterReading()],
    ["a page", htmlPage("<h1>Hello</h1>")],
    ["nothing", text("")],
    ["an answer nested without end", text(NESTED)],
    ["a body that breaks off", cutBody(json({ id: "7", data: { id: "7" } }), { afterBytes: 5 })],
    ["408", text("", 408)],
  ])("carried out, but answered with: %s", async (_what, reply) => {
    const { server, isLast } = await lastRequest(one, sandbox);
    server.script(isLast, afterHandling(reply));
    expectAfterLoss(one, await one.make(), 0);
    const isRepeated = server.requests.filter(isLast).length > 1;
    expect(isRepeated).toBe(one.mayRepeat);
  });

  test("carried out, and never answered", async () => {
    const { server, count, isLast } = await lastRequest(one, sandbox);
    server.script(isLast, afterHandling(hangBeforeHeaders()));
    const answer = one.make();
    await server.waitForRequests(count);
    await new Promise(setImmediate);
    under.clock.advance(30_000);
    expectAfterLoss(one, await answer, 30_000);
  });

  test.each<[what: string, reply: Reply, wait: number]>([
    ["500", json({}, 500), 600],
    ["502 with a gateway's page", htmlPage("<h1>Bad gateway</h1>", 502), 600],
    ["503 that names a wait", json({}, 503, { "retry-after": "5" }), 5_000],
    ["504 that cannot be read", json(ODD, 504), 600],
    ["429", text("", 429), 600],
    ["429 that is a page and names a wait", htmlPage("<h1>Slow</h1>", 429, { "retry-after": "2" }), 2_000],
    ["429 that cannot be read", json(ODD, 429), 600],
  ])("tried again until it is taken, at most three times: %s", async (_what, reply, wait) => {
    const { server, isLast } = await lastRequest(one, sandbox);
    server.script(isLast, reply);
    expect(await one.make()).toMatchObject({ ok: true, attempts: 2 });
    expect(under.clock.waits).toEqual([wait]);
    server.scriptAlways(isLast, reply);
    const error_code = "status" in reply && reply.status === 429 ? "rate_limit" : "transient";
    expect(refused(await one.make())).toMatchObject({ error_code, attempts: 3 });
  });

  test.each<[what: string, reply: Reply, error_code: string]>([
    ...[400, 402, 404, 413, 415, 422].map((status): [string, Reply, string] => {
      return [`${status}`, text("", status), "validation"];
    }),
    ["400 that is a page", htmlPage("<h1>Bad</h1>", 400), "validation"],
    ["400 that cannot be read", json(ODD, 400), "validation"],
    ["401 that is a page", htmlPage("<h1>No</h1>", 401), "authentication"],
    ["401 that cannot be read", json(ODD, 401), "authentication"],
    ["403 that is a page", htmlPage("<h1>No</h1>", 403), "authentication"],
    ["403 that cannot be read", json(ODD, 403), "authentication"],
    ["a redirect, which the token does not follow", redirect("/elsewhere", 307), "validation"],
  ])("refused at once: %s", async (what, reply, error_code) => {
    servers.scriptAlways("", reply);
    const result = await one.make();
    // A token that may post but not read the profile is a good one.
    if (one.title === "test of network" && what.startsWith("403"))
      expect(result).toMatchObject({ result: {} });
    else expect(refused(result)).toMatchObject({ error_code, attempts: 1 });
    expect(result).not.toHaveProperty("outcome_unknown");
    expect(httpServersOf(sandbox).flatMap(({ requests }) => requests)).toHaveLength(1);
    expect(under.clock.waits).toEqual([]);
  });

  test("a refused connection is tried three times, and nothing can have happened", async () => {
    const closed = await startSandbox();
    const before = await startPreviewUnderTest(closed);
    const call = listProviderCalls(before, closed).find(({ title }) => title === one.title);
    await closed.close();
    const result = refused((await call?.make()) ?? expect.fail());
    expect(result).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(result.outcome_unknown).toBeUndefined();
    expect(before.clock.waits).toEqual([600, 1200]);
    await before.close();
  });
});
