import { healthRoutes } from "@plumbline/http/endpoints/health.ts";
import { describe, expect, it, vi } from "vitest";
import { openDeliveryQueue } from "../../packages/functions/runtime/delivery-queue.ts";
import { openResearch } from "../../packages/functions/runtime/open-research.ts";
import { openService } from "../../packages/functions/runtime/open-service.ts";
import { serveRoutes } from "../../packages/functions/runtime/serve-routes.ts";
import { getLambdaRuntime } from "../../packages/functions/runtime/streaming.ts";
import { asOnLambda, fakeLambda, invoke, LAMBDA_ENVIRONMENT } from "./fake-lambda.ts";

asOnLambda();

describe("serveRoutes", () => {
  it("puts the service together once, at the first invocation", async () => {
    const routesOf = vi.fn(() => healthRoutes);
    const handler = serveRoutes(openService, routesOf);
    expect(routesOf).not.toHaveBeenCalled();
    const answers = [
      await invoke(handler, { path: "/healthz" }),
      await invoke(handler, { path: "/healthz" }),
    ];
    expect(answers.map(({ body }) => body)).toEqual(['{"status":"ok"}', '{"status":"ok"}']);
    expect(routesOf).toHaveBeenCalledTimes(1);
  });

  it("answers 500 on a wrong setting, logs which it is, and recovers with it", async () => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    vi.spyOn(process.stdout, "write").mockReturnValue(true);
    vi.stubEnv("TABLE_NAME", "");
    const handler = serveRoutes(openService, () => healthRoutes);
    const failed = await invoke(handler, { path: "/healthz" });
    expect(failed.metadata.statusCode).toBe(500);
    expect(failed.metadata.headers["x-content-type-options"]).toBe("nosniff");
    expect(failed.body).not.toContain("TABLE_NAME");
    expect(written.mock.calls.flat().join("")).toContain("TABLE_NAME");
    vi.stubEnv("TABLE_NAME", LAMBDA_ENVIRONMENT.TABLE_NAME);
    const answered = await invoke(handler, { path: "/healthz" });
    expect(answered.metadata.statusCode).toBe(200);
    expect(answered.metadata.headers["x-content-type-options"]).toBe("nosniff");
  });
});

describe("openService", () => {
  it.each([
    ["TENANT_DATA_KEY_ARN", ""],
    ["SEARCH_A_KEY", "typo"],
    ["EXTRA_CA_FILE", "/etc/ca.pem"],
  ])("refuses %s=%s by name", (name, value) => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(() => openService({ ...LAMBDA_ENVIRONMENT, [name]: value })).toThrow(name);
  });

  it("does so for research too", () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const research = LAMBDA_ENVIRONMENT;
    for (const [name, value] of Object.entries({
      TABLE_NAME: "",
      TENANT_DATA_KEY_ARN: "",
      EXTRA_CA_FILE: "/etc/ca.pem",
    }))
      expect(() => openResearch({ ...research, [name]: value })).toThrow(name);
    expect(openResearch(research)).toHaveProperty("research");
  });

  it("of a function that announces deliveries asks for their queue", () => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(() => openService(LAMBDA_ENVIRONMENT, { deliveryQueueOf: openDeliveryQueue })).toThrow(
      "DELIVERY_QUEUE_URL",
    );
    expect(written.mock.calls.flat().join("")).toContain("DELIVERY_QUEUE_URL");
    const withQueue = { ...LAMBDA_ENVIRONMENT, DELIVERY_QUEUE_URL: "https://queue.invalid/1/d" };
    expect(openService(withQueue, { deliveryQueueOf: openDeliveryQueue })).toHaveProperty("deliverer");
  });
});

describe("lambdaRuntime", () => {
  it("is the global one, or says what is missing", () => {
    expect(getLambdaRuntime()).toBe(fakeLambda);
    vi.stubGlobal("awslambda", undefined);
    expect(() => getLambdaRuntime()).toThrow("There is no global awslambda");
  });
});
