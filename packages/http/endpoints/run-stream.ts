import { writeChunkEvents } from "@plumbline/agent/run/chunk.ts";
import type { RunReading } from "@plumbline/agent/run/live-run.ts";
import { writeUiMessageEvents } from "@plumbline/agent/run/ui-message-stream.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { Context } from "hono";
import * as z from "zod";
import { EVENT_STREAM_HEADERS, eventStream, UI_MESSAGE_STREAM_HEADERS } from "../event-stream.ts";
import type { AppTypes } from "../request.ts";
import type { Answer } from "./endpoint.ts";
import { streamChunk, uiMessagePart } from "./stream-schemas.ts";

/** Query parameters of every endpoint that streams a run. */
export const protocolQuery = z.strictObject({
  protocol: z.literal("ui-message").optional().describe("The stream format of the run. Default: chunks."),
});

export type Protocol = z.output<typeof protocolQuery>["protocol"];

export const runAnswer: Answer = {
  description:
    "The run. Each event's data is one StreamChunk, or one UiMessagePart with `protocol=ui-message`. A failure after the start is reported as an event.",
  content: { "text/event-stream": z.union([streamChunk, uiMessagePart]) },
  headers: ["x-vercel-ai-ui-message-stream"],
};

/** Streams a run. The signal passed to `read` aborts when the client disconnects. */
export async function respondWithRun(
  context: Context<AppTypes>,
  clock: Clock,
  protocol: Protocol,
  read: (signal: AbortSignal) => Promise<RunReading>,
): Promise<Response> {
  const left = new AbortController();
  const { first, chunks } = await read(AbortSignal.any([context.req.raw.signal, left.signal]));
  const isUiMessage = protocol !== undefined;
  const events = isUiMessage ? writeUiMessageEvents(chunks) : writeChunkEvents(chunks, first);
  const stream = eventStream(events, { clock, onCancel: () => left.abort() });
  return context.body(stream, 200, isUiMessage ? UI_MESSAGE_STREAM_HEADERS : EVENT_STREAM_HEADERS);
}
