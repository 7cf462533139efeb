import type { Random } from "../clock/clock.ts";

/** Identifies a span, including across services (https://www.w3.org/TR/trace-context/). */
export interface SpanContext {
  /** 32 hexadecimal digits, or "" if no trace is exported and spans are only observed. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  isSampled: boolean;
  /** Called when this span, or a span within it, ends, whether or not it is exported. */
  observe?: ((ended: EndedSpan) => void) | undefined;
}

/** A span that has ended. Times are in milliseconds since the epoch. */
export interface EndedSpan {
  name: string;
  kind: SpanKind;
  context: SpanContext;
  parent: SpanContext | undefined;
  startedAt: number;
  endedAt: number;
  attributes: SpanAttributes;
}

export type SpanKind = "internal" | "server" | "client";

/** Attributes, by their name in OpenTelemetry's conventions. `undefined` values are omitted. */
export type SpanAttributes = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

export interface SpanOptions {
  kind?: SpanKind;
  /** The span that caused this one. If omitted, the span starts a trace. */
  parent?: SpanContext | undefined;
  attributes?: SpanAttributes;
  /** Observes the span and all spans within it. */
  observe?: SpanContext["observe"];
}

/** A timed operation. */
export interface Span {
  /** `undefined` if nothing is traced. */
  readonly context: SpanContext | undefined;
  set(attributes: SpanAttributes): void;
  /** Ends the span. `errorType` is the stable code of a failure. Calling it again does nothing. */
  end(errorType?: string): void;
}

export interface Tracer {
  /** True if spans may contain prompts, arguments and results (`OTEL_CAPTURE_CONTENT`). */
  readonly capturesContent: boolean;
  start(name: string, options?: SpanOptions): Span;
  /** Sends the ended spans. Never rejects. */
  flush(): Promise<void>;
}

export const NO_SPAN: Span = { context: undefined, set: () => undefined, end: () => undefined };

/** Traces nothing. */
export const noTracer: Tracer = {
  capturesContent: false,
  start: () => NO_SPAN,
  flush: async () => undefined,
};

/** Creates the context of a new span within its parent's trace, or within a new trace. */
export function createContext(parent: SpanContext | undefined, random: Random): SpanContext {
  const spanId = random.bytes(8).toString("hex");
  if (parent) return { ...parent, spanId };
  return { traceId: random.bytes(16).toString("hex"), spanId, isSampled: true };
}

/**
 * Parses a `traceparent` header. Returns `undefined` for an invalid one, as if it were missing (Trace
 * Context, section 3.2).
 */
export function parseTraceparent(header: string | undefined): SpanContext | undefined {
  const parts = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header?.trim() ?? "");
  const [, version = "", traceId = "", spanId = "", flags = "", more] = parts ?? [];
  if (parts === null || version === "ff" || (version === "00" && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Returns the `traceparent` header for requests within a span. Empty if nothing is traced. */
export function formatTraceparent(context: SpanContext | undefined): { traceparent?: string } {
  if (!context?.traceId) return {};
  const { traceId, spanId, isSampled } = context;
  return { traceparent: `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}` };
}
