import type { IncomingMessage } from "node:http";

/** Maximum size of a request body, in bytes (32 MiB). */
export const largestBody = 32 * 1024 * 1024;

/**
 * Reads a request to its end and returns its body. Returns `too_large` for a body over the limit, which is
 * read and discarded so that the client receives the refusal. Returns `gone` if the client disconnected while
 * sending.
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
