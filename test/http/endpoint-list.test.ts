import { createApp } from "@plumbline/http/app.ts";
import { readinessRoutes } from "@plumbline/http/endpoints/health.ts";
import { createRoutes, OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { ENDPOINTS, KEYLESS_ENDPOINTS, NOT_SUPPORTED_YET } from "@plumbline/http/endpoints/list.ts";
import { metricsRoutes } from "@plumbline/http/endpoints/metrics.ts";
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

  test("is what the routes serve, each at its place", () => {
    const routes = [
      ...createRoutes(under.service),
      ...metricsRoutes(under.metrics),
      ...readinessRoutes(async () => []),
    ];
    const places = (some: readonly { id: string; method: string; path: string }[]) =>
      some.map(({ id, method, path }) => `${id}: ${method} ${path}`).sort();
    expect(places(routes)).toEqual(places(ENDPOINTS));
  });

  test("names those that are answered without a key, as each of them says itself", () => {
    const open = OPERATIONS.filter(({ id, access }) => access === "public" || id === "postMcp");
    expect([...KEYLESS_ENDPOINTS].sort()).toEqual(open.map(({ id }) => id).sort());
  });

  test("has no endpoint at a path that it says is not supported yet", () => {
    const planned = Object.values(NOT_SUPPORTED_YET).flat();
    const served = ENDPOINTS.filter(({ path }) =>
      planned.some((start) => `${path}/`.startsWith(`${start}/`)),
    );
    expect(served).toEqual([]);
  });
});

describe("a path that no endpoint has", () => {
  test.each(Object.entries(NOT_SUPPORTED_YET))(
    "is refused by the name of %s, which is to come",
    async (name, paths) => {
      for (const path of paths) {
        expect(await refusal(path)).toEqual(notFound(`${name}: not supported by this version.`));
        expect(await refusal(`${path}/x`)).toEqual(notFound(`${name}: not supported by this version.`));
      }
    },
  );

  test.each(["/console", "/api/v1", "/api/v1/watches/x/y/z", "/api/v1/approvalsx"])(
    "is empty at %s",
    async (path) => {
      expect(await refusal(path)).toEqual(notFound("This path does not exist."));
    },
  );
});
