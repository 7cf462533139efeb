import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { describe, expect, test } from "vitest";
import { startServiceUnderTest } from "../support/service-under-test.ts";
import { startedForFile } from "../support/started.ts";

const ALLOWED = "https://app.example.com";

const under = startedForFile(startServiceUnderTest);

async function ask(
  corsOrigins: string[],
  method: string,
  origin: string,
  headers: Record<string, string> = {},
) {
  const service = { ...under.service, corsOrigins };
  const app = createApp(service, createRoutes(service));
  const request = new Request("http://plumbline.test/api/v1/tools", {
    method,
    headers: { origin, ...headers },
  });
  return app.fetch(request);
}

const preflight = {
  "access-control-request-method": "POST",
  "access-control-request-headers": "authorization",
};

function corsHeaders({ headers }: Response): string[] {
  return [...headers.keys()].filter((name) => name.startsWith("access-control-"));
}

describe("without CORS_ORIGINS", () => {
  test("no page of another origin is let in", async () => {
    expect(corsHeaders(await ask([], "GET", ALLOWED))).toEqual([]);
    const asked = await ask([], "OPTIONS", ALLOWED, preflight);
    expect(asked.status).toBe(405);
    expect(corsHeaders(asked)).toEqual([]);
  });
});

describe("with CORS_ORIGINS", () => {
  test("an allowed origin may ask, send its key, and read the answer, an error too", async () => {
    const asked = await ask([ALLOWED], "OPTIONS", ALLOWED, preflight);
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe(ALLOWED);
    expect(asked.headers.get("access-control-allow-methods")).toMatch(/POST.*PATCH|PATCH.*POST/);
    expect(asked.headers.get("access-control-allow-headers")).toBe("authorization");
    expect(asked.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);

    const refused = await ask([ALLOWED], "GET", ALLOWED);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("access-control-allow-origin")).toBe(ALLOWED);
    expect(refused.headers.get("access-control-expose-headers")).toMatch(/x-request-id/);
    expect(refused.headers.get("vary")).toBe("Origin");
  });

  test.each([
    "https://evil.example",
    "https://app.example.com.evil.example",
    "http://app.example.com",
    "null",
  ])("%s is not let in", async (origin) => {
    for (const method of ["GET", "OPTIONS"]) {
      const answer = await ask([ALLOWED], method, origin, preflight);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("credentials of the browser are never allowed", async () => {
    const asked = await ask([ALLOWED], "OPTIONS", ALLOWED, preflight);
    expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
  });
});
