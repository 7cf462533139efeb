import type { Authenticator } from "@plumbline/core/access/authenticator.ts";
import { healthRoutes } from "@plumbline/http/endpoints/health.ts";
import type { Context } from "hono";
import { describe, expect, test, vi } from "vitest";
import { createEventHandler } from "../../packages/functions/runtime/events.ts";
import type { InvocationHooks } from "../../packages/functions/runtime/invocation.ts";
import { openService } from "../../packages/functions/runtime/open-service.ts";
import { serveRoutes } from "../../packages/functions/runtime/serve-routes.ts";
import { createStreamingHandler } from "../../packages/functions/runtime/streaming.ts";
import { readEmf } from "../aws/metrics/embedded-metric-format.ts";
import { tenantCaller } from "../support/tenant-caller.ts";
import { asOnLambda, fakeLambda, invoke } from "./fake-lambda.ts";

const context = { awsRequestId: "invocation-1", getRemainingTimeInMillis: () => 60_000 };
const silent = { log: () => undefined };

asOnLambda();

describe("a function of routes", () => {
  test("writes what an invocation counted to its log, once", async () => {
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const tenantId = "00000000-0000-4000-8000-000000000001";
    const handler = serveRoutes(openService, (service) =>
      healthRoutes.map((route) => ({
        ...route,
        access: "public",
        handle: async (asked) => {
          await service.dispatcher.call(tenantCaller(tenantId), "http_post_json", {
            "evil argument": "evil",
          });
          return asked.json({ status: "ok" });
        },
      })),
    );
    const counted = async () => {
      written.mockClear();
      expect((await invoke(handler, { path: "/healthz" })).metadata.statusCode).toBe(200);
      const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("_aws"));
      for (const line of lines) expect(line.endsWith("\n")).toBe(true);
      return lines.map((line) => readEmf(line.trimEnd()).root);
    };
    for (let invocation = 0; invocation < 2; invocation++) {
      const roots = await counted();
      expect(roots).toMatchObject([
        { stage: "test", outcome: "refused", tenant_id: tenantId, plumbline_calls_total: 1 },
        { stage: "test", error_code: "validation", plumbline_refusals_total: 1 },
      ]);
      expect(JSON.stringify(roots)).not.toContain("evil");
    }
  });

  test("counts the requests that a limit refused, and no others: the gateway counts those", async () => {
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const tenantId = "00000000-0000-4000-8000-000000000002";
    const caller = { ...tenantCaller(tenantId), policy: { requests_per_minute: 1 } };
    const authenticator = { authenticate: async () => caller } as unknown as Authenticator;
    const handler = serveRoutes(
      (named) => ({ ...openService(named), authenticator }),
      () =>
        healthRoutes.map((route) => ({
          ...route,
          path: "/limited",
          access: "tools:read",
          handle: async (asked: Context) => asked.json({ status: "ok" }),
        })),
    );
    const asked = async () => (await invoke(handler, { path: "/limited" })).metadata.statusCode;
    expect([await asked(), await asked()]).toEqual([200, 429]);
    const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("_aws"));
    expect(lines.map((line) => readEmf(line.trimEnd()).root)).toEqual([
      expect.objectContaining({ stage: "test", tenant_id: tenantId, plumbline_requests_limited_total: 1 }),
    ]);
  });

  const answers = {
    "was answered": () => new Response("ok"),
    "failed before its first byte": () => Promise.reject(new Error("no app")),
    "broke off": () => {
      let started = false;
      const pull = (body: ReadableStreamDefaultController<Uint8Array>) => {
        if (started) return body.error(new Error("broken"));
        started = true;
        body.enqueue(Buffer.from("half"));
      };
      return new Response(new ReadableStream({ pull }));
    },
  };

  test.each(Object.entries(answers))("writes it of one that %s, at its end", async (_what, fetch) => {
    const flush = vi.fn();
    const handler = createStreamingHandler({
      app: () => ({ fetch }),
      logger: silent,
      runtime: fakeLambda,
      end: flush,
    });
    const { ends } = await invoke(handler, { path: "/" });
    expect(ends).toBeLessThanOrEqual(1);
    expect(flush).toHaveBeenCalledTimes(1);
  });
});

describe("a function of events", () => {
  test("writes it whether the work was done or failed", async () => {
    vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const flushed: string[] = [];
    const run = vi.fn(async () => "done");
    const beginInvocation = () => flushed.push(`begun after ${run.mock.calls.length}`);
    const endInvocation = () => void flushed.push(`ended after ${run.mock.calls.length}`);
    const handler = createEventHandler({ open: () => ({ beginInvocation, endInvocation }), run });
    await handler({}, context);
    run.mockRejectedValueOnce(new Error("failed"));
    await expect(handler({}, context)).rejects.toThrow("The invocation failed");
    expect(flushed).toEqual(["begun after 0", "ended after 1", "begun after 1", "ended after 2"]);
  });

  test("has nothing to write where it could not begin", async () => {
    vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const open = (): InvocationHooks => {
      throw new Error("no settings");
    };
    const run = vi.fn(async () => "done");
    const failing = createEventHandler({ open, run })({}, context);
    await expect(failing).rejects.toThrow("The invocation failed");
    expect(run).not.toHaveBeenCalled();
  });
});
