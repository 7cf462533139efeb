import { once } from "node:events";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import type { LambdaRuntime, ResponseMetadata, ResponseStream } from "./lambda-runtime.ts";

/** A response whose first byte, or end, has been seen: its status may go out. */
export interface StartedAnswer {
  response: Response;
  body: Readable;
}

/** Ends whatever event was cut off, then says so: nothing else reaches the client once the status is out. */
const BROKEN_OFF = `\n\nevent: error\ndata: ${JSON.stringify({
  type: "error",
  error_code: "internal",
  message: "The answer broke off inside the service.",
})}\n\n`;

/**
 * Waits for the first byte. Rejects when the body fails before it, while another answer can still be given.
 */
export async function startAnswer(response: Response): Promise<StartedAnswer> {
  const body = response.body ? Readable.fromWeb(response.body, { highWaterMark: 1 }) : Readable.from([]);
  await once(body, "readable");
  return { response, body };
}

/**
 * Pipes an answer into Lambda's response stream, no faster than the stream drains. A stream that closes
 * cancels the body.
 *
 * A body that fails is told to `report`. An event stream is then ended with an `error` event; any other
 * answer rejects with the stream neither ended nor destroyed, for the runtime to end it with the trailers
 * that mark it as cut off (aws-lambda-ric 4.0.2, `hookWeakFailProps`).
 */
export async function streamAnswer(
  { response, body }: StartedAnswer,
  stream: ResponseStream,
  { runtime, report }: { runtime: LambdaRuntime; report: (error: unknown) => void },
): Promise<void> {
  const out = runtime.HttpResponseStream.from(stream, metadataOf(response));
  out.write(""); // without any write the metadata would never be sent
  try {
    await pipeline(body, out, { end: false });
  } catch (error) {
    report(error);
    if (out.destroyed || !isEventStream(response))
      throw new Error("The answer broke off after its first byte.");
    out.write(BROKEN_OFF);
  }
  const sent = finished(out);
  out.end();
  await sent;
}

function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

function metadataOf({ status, headers }: Response): ResponseMetadata {
  const cookies = headers.getSetCookie();
  return {
    statusCode: status,
    headers: Object.fromEntries([...headers].filter(([name]) => name !== "set-cookie")),
    multiValueHeaders: cookies.length > 0 ? { "set-cookie": cookies } : {},
  };
}
