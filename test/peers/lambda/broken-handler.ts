import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { writeLogLine } from "../../../packages/functions/runtime/invocation.ts";
import { createStreamingHandler } from "../../../packages/functions/runtime/streaming.ts";

/** An answer of the type that the path names, whose body fails after its first bytes. */
function breaking(type: string): Response {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      pulls += 1;
      if (pulls === 1) return controller.enqueue(Buffer.from("first bytes"));
      await sleep(50); // else the failure comes with the first bytes, before they are sent
      controller.error(new Error("a message that may hold anything"));
    },
  });
  return new Response(body, { headers: { "content-type": type } });
}

/** A handler whose answers break off, which none of the service's does on demand. */
export const handler = createStreamingHandler({
  app: () => ({
    fetch: (request) => breaking(decodeURIComponent(new URL(request.url).pathname.slice(1))),
  }),
  logger: createLogger(writeLogLine, systemClock, "error"),
});
