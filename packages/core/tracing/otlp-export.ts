import type { LateSecret, Secret } from "../access/secret.ts";
import type { HttpRequest } from "../egress/http-message.ts";
import type { EndedSpan, SpanAttributes, SpanKind } from "./tracer.ts";

export interface TracingSettings {
  /** `OTEL_EXPORTER_OTLP_ENDPOINT`: base URL of the collector. `/v1/traces` is appended. */
  endpoint: string;
  /** `OTEL_EXPORTER_OTLP_HEADERS`: `name=value` pairs, separated by commas. */
  headers?: Secret | LateSecret | undefined;
  serviceName: string;
  capturesContent: boolean;
}

/** Version of OpenTelemetry's semantic conventions for names of spans and attributes. */
const CONVENTIONS = "https://opentelemetry.io/schemas/1.37.0";

/** Numbers of the protocol (opentelemetry-proto, trace/v1/trace.proto). */
const KINDS: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const STATUS_ERROR = 2;

const EXPORT_TIMEOUT_MS = 5_000;

/**
 * Creates the request that sends spans to a collector, as JSON over OTLP/HTTP
 * (https://opentelemetry.io/docs/specs/otlp/#otlphttp).
 */
export async function buildExport(
  { endpoint, headers, serviceName }: TracingSettings,
  ended: readonly EndedSpan[],
): Promise<HttpRequest> {
  const secret = typeof headers === "function" ? await headers() : headers;
  const resource = { attributes: encodeAttributes({ "service.name": serviceName }) };
  const spans = ended.map(encodeSpan);
  const scopeSpans = [{ scope: { name: "plumbline" }, spans, schemaUrl: CONVENTIONS }];
  return {
    method: "POST",
    url: new URL(`${endpoint.replace(/\/+$/, "")}/v1/traces`),
    headers: { "content-type": "application/json", ...parseHeaders(secret?.reveal() ?? "") },
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans, schemaUrl: CONVENTIONS }] }),
    effect: "read",
    timeoutMs: EXPORT_TIMEOUT_MS,
  };
}

/** Parses headers, whose values are percent-encoded as in W3C Baggage. */
function parseHeaders(text: string): Record<string, string> {
  const pairs = text.split(",").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 ? [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]] : [];
  });
  return Object.fromEntries(pairs);
}

function encodeSpan({ name, kind, context, parent, startedAt, endedAt, attributes }: EndedSpan): object {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parent && { parentSpanId: parent.spanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: formatNanoseconds(startedAt),
    endTimeUnixNano: formatNanoseconds(endedAt),
    attributes: encodeAttributes(attributes),
    ...(attributes["error.type"] !== undefined && { status: { code: STATUS_ERROR } }),
  };
}

/** Converts milliseconds to nanoseconds, as the decimal text that JSON uses for 64-bit integers. */
function formatNanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}

function encodeAttributes(attributes: SpanAttributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: encodeValue(value) }],
  );
}

function encodeValue(value: NonNullable<SpanAttributes[string]>): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "object") return { arrayValue: { values: value.map(encodeValue) } };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
