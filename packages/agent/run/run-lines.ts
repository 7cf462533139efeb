import type { EndedSpan } from "@plumbline/core/tracing/tracer.ts";
import type { Chunk } from "./chunk.ts";

/** A timed operation of a run: a request to the model, a call, or a request of a call. */
export interface RunSpan {
  /** Name as in traces: `chat MODEL`, `execute_tool TOOL`, or an HTTP method. */
  name: string;
  started_at: number;
  elapsed_ms: number;
  /** Host of a request. */
  host?: string | undefined;
  input_tokens?: number | undefined;
  output_tokens?: number | undefined;
  error_code?: string | undefined;
}

/** A line of a run's log, with its time in milliseconds since the epoch. Older versions stored no times. */
export type RunLine = { at?: number } & ({ chunk: Chunk; span?: never } | { span: RunSpan; chunk?: never });

/** Formats a line. A chunk's fields are at the top level, as in older versions. */
export function writeRunLine({ at, chunk, span }: RunLine): string {
  return `${JSON.stringify(chunk ? { ...chunk, at } : { span })}\n`;
}

export function readRunLine(text: string): RunLine {
  const { at, span, ...chunk } = JSON.parse(text);
  return span ? { at: span.started_at, span } : { at, chunk };
}

/** Returns the parts of a span that are stored: times and tokens, and no content. */
export function describeSpan({ name, startedAt, endedAt, attributes }: EndedSpan): RunSpan {
  const text = (key: string) => attributes[key] as string | undefined;
  const number = (key: string) => attributes[key] as number | undefined;
  return {
    name,
    started_at: Math.round(startedAt),
    elapsed_ms: Math.round(endedAt - startedAt),
    host: text("server.address"),
    input_tokens: number("gen_ai.usage.input_tokens"),
    output_tokens: number("gen_ai.usage.output_tokens"),
    error_code: text("error.type"),
  };
}
