import { startSandbox } from "@plumbline/sandbox";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { succeeded } from "../../../adapters/adapter-under-test.ts";
import { startedForEach } from "../../../support/started.ts";
import { sampleCalls } from "../../../support/tool-samples.ts";
import {
  arrived,
  expectNothingArrived,
  prepareCall,
  type Shown,
  shownRequests,
  startPreviewUnderTest,
} from "./preview-under-test.ts";

const sandbox = startedForEach(startSandbox);
/** Is asked for the preview. */
const under = startedForEach(() => startPreviewUnderTest(sandbox));
/** Makes the call. */
const twin = startedForEach(() => startPreviewUnderTest(sandbox));

/** Makes every search backend fail, so that each is asked, as the preview shows. */
function failSearches(): void {
  for (const server of [sandbox.searchA, sandbox.searchB, sandbox.searchC])
    server.scriptAlways("", json({}, 500));
}

/** A request as it arrived, in the words of a preview. What frames the message is not told there. */
function asArrived(request: RecordedRequest) {
  const { host, connection, authorization, "content-length": length, ...others } = request.headers;
  const { "x-subscription-token": key, ...headers } = others;
  return {
    method: request.method,
    at: `http://${host}${request.path}`,
    query: [...request.query],
    headers,
    secret: [authorization, key].filter((header) => header !== undefined).length,
    body: bodyOf(request),
  };
}

function asShown({ method, url, headers, body }: Shown) {
  const { origin, pathname, searchParams } = new URL(url);
  const entries = Object.entries(headers);
  return {
    method,
    at: `${origin}${pathname}`,
    query: [...searchParams],
    headers: Object.fromEntries(entries.filter(([, value]) => value !== "[redacted]")),
    secret: entries.filter(([, value]) => value === "[redacted]").length,
    body,
  };
}

function bodyOf(request: RecordedRequest): unknown {
  const [type = ""] = (request.headers["content-type"] ?? "").split(";");
  if (request.body.length === 0) return undefined;
  if (type === "application/json") return request.json();
  if (type.endsWith("urlencoded")) return Object.fromEntries(request.form());
  return { bytes: request.body.length, media_type: type };
}

describe("the first request is the one that a call sends, the others go where its others go", () => {
  test.each(sampleCalls("provider", "caller_chosen", "search"))("$title", async (one) => {
    const call = await prepareCall(under, sandbox, one);
    const requests = shownRequests(await under.preview(call));
    expectNothingArrived(sandbox);

    one.call.setUp?.(sandbox);
    if (one.promises.reach === "search") failSearches();
    const made = await twin.make(call);
    if (one.promises.reach !== "search") expect(succeeded(made).result).toMatchObject(one.call.result);
    const [first, ...later] = arrived(sandbox);
    const [shown, ...others] = requests;
    if (!first || !shown) expect.fail("nothing was sent or shown");
    expect(asShown(shown)).toEqual(asArrived(first));
    expect(others).toHaveLength(later.length);
    for (const [index, other] of others.entries()) {
      const { method, path } = later[index] ?? expect.fail();
      const [shownPath = ""] = other.url.replace(/^http:\/\/[^/]+/, "").split("?");
      expect(method).toBe(other.method);
      expect(path).toMatch(new RegExp(`^${shownPath.replace(/[.]/g, "\\.").replace(/<[^>]*>/g, "[^/]+")}$`));
    }
  });
});

test.each(sampleCalls("mail", "nowhere", "search"))("$title, succeeds in the sandbox", async (one) => {
  const call = await prepareCall(under, sandbox, one);
  one.call.setUp?.(sandbox);
  expect(succeeded(await under.make(call)).result).toMatchObject(one.call.result);
});

test("a tool that asks nobody sends nothing", async () => {
  expect(await under.preview({ tool: "connections_list", args: {} })).toMatchObject({
    ok: true,
    result: { requests: [] },
  });
});
