import { createApp } from "@plumbline/http/app.ts";
import { createRoutes, OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { ENDPOINTS, KEYLESS_ENDPOINTS } from "@plumbline/http/endpoints/list.ts";
import { describe, expect, test } from "vitest";
import { startServiceUnderTest } from "../support/service-under-test.ts";
import { startedForFile } from "../support/started.ts";

const under = startedForFile(startServiceUnderTest);

/** Returns the answer to a path that no endpoint has. */
async function refusal(path: string) {
  const app = createApp(under.service, createRoutes(under.service));
  return (await app.request(path)).json();
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
});
