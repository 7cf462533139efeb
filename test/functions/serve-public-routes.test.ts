import { docsRoutes } from "@plumbline/http/endpoints/docs.ts";
import { OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { toolRoutes } from "@plumbline/http/endpoints/tools.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { servePublicRoutes } from "../../packages/functions/runtime/serve-public-routes.ts";
import { startServiceUnderTest } from "../support/service-under-test.ts";
import { fakeLambda, invoke } from "./fake-lambda.ts";

const docs = (settings: { publicUrl: string | undefined }) => docsRoutes(settings, OPERATIONS);

let written: string[];

beforeEach(() => {
  written = [];
  vi.stubGlobal("awslambda", fakeLambda);
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((text) => written.push(String(text)) > 0);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe("servePublicRoutes", () => {
  it("needs no table, no key and no region", async () => {
    for (const name of ["TABLE_NAME", "TENANT_DATA_KEY_ARN", "AWS_REGION"]) vi.stubEnv(name, "");
    const handler = servePublicRoutes(docs);
    const page = await invoke(handler, { path: "/docs" });
    expect([page.metadata.statusCode, page.failure]).toEqual([200, undefined]);
    expect(page.body).toMatch(/^<!doctype html>/);
    const document = await invoke(handler, { path: "/openapi.json" });
    expect(JSON.parse(document.body)).toMatchObject({
      openapi: "3.1.0",
      servers: [{ url: "https://abcdef.execute-api.eu-central-1.amazonaws.com/live" }],
    });
  });

  it("keeps to the settings", async () => {
    vi.stubEnv("PUBLIC_URL", "https://plumbline.example/base");
    vi.stubEnv("CORS_ORIGINS", "https://app.example");
    vi.stubEnv("LOG_LEVEL", "warn");
    const headers = { origin: ["https://app.example"] };
    const { metadata, body } = await invoke(servePublicRoutes(docs), {
      path: "/openapi.json",
      headers,
    });
    expect(JSON.parse(body).servers).toEqual([{ url: "https://plumbline.example/base" }]);
    expect(metadata.headers["access-control-allow-origin"]).toBe("https://app.example");
    expect(written).toEqual([]);
  });

  it("logs its requests", async () => {
    await invoke(servePublicRoutes(docs), { path: "/docs" });
    expect(written.map((line) => JSON.parse(line))).toMatchObject([
      { event: "cold_start" },
      { event: "request", route: "/docs", status: 200 },
    ]);
  });

  it.each([
    ["PUBLIC_URL", "plumbline.example"],
    ["CORS_ORIGINS", "https://app.example/path"],
    ["LOG_LEVEL", "loud"],
  ])(
    "answers 500 on a wrong %s, logs its name and not its value, and recovers with it",
    async (name, value) => {
      vi.stubEnv(name, value);
      const handler = servePublicRoutes(docs);
      const failed = await invoke(handler, { path: "/docs" });
      expect(failed.metadata.statusCode).toBe(500);
      expect(written.join("")).toContain(`${name} must be`);
      expect(written.join("")).not.toContain(value);
      vi.stubEnv(name, "");
      expect((await invoke(handler, { path: "/docs" })).metadata.statusCode).toBe(200);
    },
  );

  it("serves no route that needs its caller known", async () => {
    const { service, close } = await startServiceUnderTest();
    const refused = await invoke(
      servePublicRoutes(() => toolRoutes(service)),
      { path: "/api/v1/tools" },
    );
    await close();
    expect(refused.metadata.statusCode).toBe(500);
    expect(written.join("")).toContain("invocation_failed");
  });
});
