import type { IncomingMessage } from "node:http";

/** The largest request body a sandbox server keeps, in bytes (32 MiB). */
export const largestBody = 32 * 1024 * 1024;

/**
 * Reads a request to its end: the body; `too_large` when it is over the cap, its bytes read and dropped so
 * that the refusal can be heard; `gone` when the client went away while sending.
 */
export function readBody(request: IncomingMessage): Promise<Buffer | "too_large" | "gone"> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > largestBody) chunks = [];
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(size > largestBody ? "too_large" : Buffer.concat(chunks)));
    request.on("close", () => resolve("gone"));
  });
}
