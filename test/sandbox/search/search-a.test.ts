import { searchASandboxKey, startSearchA } from "@plumbline/sandbox/search/search-a.ts";
import {
  searchABadKey,
  searchANoSubscription,
  searchAQuotaUsedUp,
  searchARateLimited,
} from "@plumbline/sandbox/search/search-a-failures.ts";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { texts } from "./texts.ts";

const server = startedForEach(() => startSearchA({ texts }));

async function search(query: Record<string, string>, key: string | null = searchASandboxKey) {
  const headers = key === null ? {} : { "X-Subscription-Token": key };
  const response = await request(`${server.url}/res/v1/web/search?${new URLSearchParams(query)}`, {
    headers,
  });
  return { status: response.statusCode, headers: response.headers, body: await response.body.json() };
}

describe("results", () => {
  it("carry title, address, age, host and a marked-up description", async () => {
    const { status, body } = await search({ q: "Elbe barges ferries" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      type: "search",
      query: { original: "Elbe barges ferries", more_results_available: false },
      web: {
        type: "search",
        results: [
          {
            title: "The Elbe's course",
            url: "https://almanac.example/rivers/elbe?lang=en&view=full",
            description:
              "Dr. J. Falk measured its depth in 1901. The <strong>Elbe</strong> carries <strong>barges</strong> &amp; <strong>ferries</strong>.",
            page_age: "2024-10-08T00:00:00",
            meta_url: { hostname: "almanac.example" },
          },
          { url: "https://archive.example.org/elbe" },
        ],
      },
    });
  });

  it("keep entities without decorations, and bring further quotes when asked", async () => {
    const { body } = await search({
      q: "Elbe ferries",
      text_decorations: "false",
      extra_snippets: "true",
      count: "1",
    });
    expect(body).toMatchObject({
      query: { more_results_available: true },
      web: {
        results: [
          {
            description: "Dr. J. Falk measured its depth in 1901. The Elbe carries barges &amp; ferries.",
            extra_snippets: [
              "The Elbe rises in the Giant Mountains. It passes Dresden and Hamburg.",
              "The Elbe is about 1,091 kilometres long.",
              "Its mouth lies at Cuxhaven. The tide is felt as far as Geesthacht.",
            ],
          },
        ],
      },
    });
    const plain = await search({ q: "Elbe", count: "1", offset: "1" });
    expect(JSON.stringify(plain.body)).not.toContain("extra_snippets");
    expect(plain.body).toMatchObject({ query: { more_results_available: false }, web: { results: [{}] } });
  });

  it("are missing altogether when nothing is found", async () => {
    const { status, body } = await search({ q: "Zorblax Quimby" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: "search" });
    expect(body).not.toHaveProperty("web");
  });
});

describe("refusals", () => {
  it("name the header when there is no key, before anything else", async () => {
    const { status, body } = await search({}, null);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      type: "ErrorResponse",
      error: {
        status: 422,
        code: "VALIDATION",
        meta: { errors: [{ loc: ["header", "x-subscription-token"] }] },
      },
    });
  });

  it("call a wrong key unprocessable", async () => {
    expect(await search({}, "wrong")).toMatchObject({
      status: 422,
      body: { error: { code: "SUBSCRIPTION_TOKEN_INVALID" } },
    });
  });

  it.each([
    ["q", {}],
    ["q", { q: "x".repeat(401) }],
    ["q", { q: "x ".repeat(51) }],
    ["count", { q: "x", count: "21" }],
    ["count", { q: "x", count: "0" }],
    ["offset", { q: "x", offset: "10" }],
  ])("name the parameter %s of %o", async (parameter, query) => {
    expect(await search({ ...query })).toMatchObject({
      status: 422,
      body: { error: { code: "VALIDATION", meta: { errors: [{ loc: ["query", parameter] }] } } },
    });
  });

  it("let 400 characters and 50 words pass", async () => {
    expect((await search({ q: "x".repeat(400) })).status).toBe(200);
    expect((await search({ q: "x ".repeat(50) })).status).toBe(200);
  });

  it("know no other path", async () => {
    expect((await request(`${server.url}/res/v1/images/search`)).statusCode).toBe(404);
  });
});

describe("rate headers and failures for scripts", () => {
  it("list one entry a window, the month counting down", async () => {
    await search({ q: "Elbe" });
    expect((await search({ q: "Elbe" })).headers).toMatchObject({
      "x-ratelimit-limit": "1, 15000",
      "x-ratelimit-policy": "1;w=1, 15000;w=2592000",
      "x-ratelimit-remaining": "0, 14998",
      "x-ratelimit-reset": "1, 1419704",
    });
  });

  it("speak the provider's way, in both forms of its envelope", async () => {
    server.script(
      "",
      searchARateLimited(),
      searchAQuotaUsedUp(),
      searchABadKey("errors"),
      searchANoSubscription(),
    );
    const limited = await search({ q: "x" });
    expect(limited).toMatchObject({ status: 429, body: { error: { code: "RATE_LIMITED" } } });
    expect(limited.headers["x-ratelimit-remaining"]).toBe("0, 14000");
    const spent = await search({ q: "x" });
    expect(spent).toMatchObject({ status: 429, body: { error: { code: "QUOTA_LIMITED" } } });
    expect(spent.headers["x-ratelimit-remaining"]).toBe("1, 0");
    const badKey = await search({ q: "x" });
    expect(badKey).toMatchObject({ status: 422, body: { errors: [{ code: "SUBSCRIPTION_TOKEN_INVALID" }] } });
    expect(badKey.body).not.toHaveProperty("error");
    expect(await search({ q: "x" })).toMatchObject({
      status: 404,
      body: { error: { code: "SUBSCRIPTION_NOT_FOUND" } },
    });
  });
});
