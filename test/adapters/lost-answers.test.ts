import { startSandbox } from "@plumbline/sandbox";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import {
  closeAfterReading,
  cutBody,
  hangBeforeHeaders,
  htmlPage,
  json,
  type Reply,
  resetAfterReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { afterHandling } from "@plumbline/sandbox/server/script.ts";
import { afterEach, describe, expect, test } from "vitest";
import { prepareCall, startPreviewUnderTest } from "../core/dispatch/preview/preview-under-test.ts";
import { httpServersOf } from "../support/http-servers.ts";
import { startedForFile } from "../support/started.ts";
import { type NamedCall, plainCalls } from "../support/tool-samples.ts";
import { refused, succeeded } from "./adapter-under-test.ts";

const sandbox = startedForFile(startSandbox);
const under = startedForFile(() => startPreviewUnderTest(sandbox));

afterEach(() => {
  for (const server of httpServersOf(sandbox)) server.clear();
  under.clock.waits.length = 0;
});

/** One call for each tool. A signed request is the same one, with a nonce that the sandbox takes once. */
const CALLS = plainCalls("provider").filter(({ call }) => call.connection !== "signed");

let calls = 0;

/** Returns a call that no other repeats: providers refuse a post with the text of an earlier one. */
async function newCall(one: NamedCall) {
  calls += 1;
  const { args, ...call } = await prepareCall(under, sandbox, one);
  return { ...call, args: typeof args.text === "string" ? { ...args, text: `${args.text} ${calls}` } : args };
}

/** Makes a call once, and returns the server and the request that decides what it did: the last. */
async function lastRequest(one: NamedCall) {
  succeeded(await under.make(await newCall(one)));
  const server = httpServersOf(sandbox).find(({ requests }) => requests.length > 0);
  const last = server?.requests.at(-1);
  if (!server || !last) return expect.fail(`${one.title} asked nobody`);
  const count = server.requests.length;
  server.clear();
  const isLast = ({ method, path }: RecordedRequest) => method === last.method && path === last.path;
  return { server, count, isLast };
}

/** Expects another attempt after a lost answer where that is safe, and a warning where it is not. */
function expectAfterLoss({ promises }: NamedCall, result: unknown, elapsed_ms: number): void {
  if (promises.idempotency !== "none")
    expect(result).toMatchObject({ ok: true, attempts: 2, elapsed_ms: elapsed_ms + 600 });
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
    ["a body that breaks off", cutBody(json({ id: "7", data: { id: "7" } }), { afterBytes: 5 })],
  ])("carried out, but answered with: %s", async (_what, reply) => {
    const { server, isLast } = await lastRequest(one);
    server.script(isLast, afterHandling(reply));
    expectAfterLoss(one, await under.make(await newCall(one)), 0);
    const isRepeated = server.requests.filter(isLast).length > 1;
    expect(isRepeated).toBe(one.promises.idempotency !== "none");
  });

  test("carried out, and never answered", async () => {
    const { server, count, isLast } = await lastRequest(one);
    server.script(isLast, afterHandling(hangBeforeHeaders()));
    const answer = under.make(await newCall(one));
    await server.waitForRequests(count);
    await new Promise(setImmediate);
    under.clock.advance(30_000);
    expectAfterLoss(one, await answer, 30_000);
  });

  test("a refused connection is tried three times, and nothing can have happened", async () => {
    const closed = await startSandbox();
    const call = await newCall(one);
    const before = await startPreviewUnderTest(closed);
    await closed.close();
    const result = refused(await before.make(call));
    expect(result).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(result.outcome_unknown).toBeUndefined();
    expect(before.clock.waits).toEqual([600, 1200]);
    await before.close();
  });
});
