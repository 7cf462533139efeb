import { createApp } from "@plumbline/http/app.ts";
import { createRoutes, OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { ENDPOINTS, KEYLESS_ENDPOINTS } from "@plumbline/http/endpoints/list.ts";
import { describe, expect, test } from "vitest";
import { startServiceUnderTest } from "../support/service-under-test.ts";
import { startedForFile } from "../support/started.ts";

const under = startedForFile(startServiceUnderTest);

/** Returns the answer to a path that no endpoint has. */
async function refusal(path: string, accept = "*/*") {
  const app = createApp(under.service, createRoutes(under.service));
  const answer = await app.request(path, { headers: { accept } });
  return answer.headers.get("content-type")?.startsWith("text/html") ? answer.text() : answer.json();
}

const notFound = (detail: string) =>
  expect.objectContaining({ status: 404, error_code: "not_found", detail });

describe("the list of endpoints", () => {
  test("names each endpoint, and each method of a path, once", () => {
    const ids = ENDPOINTS.map(({ id }) => id);
    const places = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
    expect([new Set(ids).size, new Set(places).size]).toEqual([ids.length, places.length]);
  });

  test("names those that are answered without a key, as each of them says itself", () => {
    const open = OPERATIONS.filter(({ id, access }) => access === "public" || id === "postMcp");
    expect([...KEYLESS_ENDPOINTS].sort()).toEqual(open.map(({ id }) => id).sort());
  });
});

describe("a path that no endpoint has", () => {
  test.each(["/console", "/api/v1", "/api/v1/watches/x/y/z", "/api/v1/approvalsx"])(
    "is empty at %s",
    async (path) => {
      expect(await refusal(path)).toEqual(notFound("This path does not exist."));
    },
  );

  test("is a page with a way to the console in a browser, but not under /api", async () => {
    const browser = "text/html,application/xhtml+xml,*/*;q=0.8";
    expect(await refusal("/approvals", browser)).toMatch(
      /does not exist.*<a href="[^"]*\/">Open the console/,
    );
    expect(await refusal("/api/v1/approvalsx", browser)).toEqual(notFound("This path does not exist."));
  });
});
