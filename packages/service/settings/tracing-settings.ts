import { Secret } from "@plumbline/core/access/secret.ts";
import type { TracingSettings } from "@plumbline/core/tracing/otlp-export.ts";
import * as z from "zod";
import { baseUrl, onOrOff } from "./setting-values.ts";

const HEADERS =
  /^\s*[!#$%&'*+.^`|~\w-]+=[\x21-\x2b\x2d-\x7e]*(?:\s*,\s*[!#$%&'*+.^`|~\w-]+=[\x21-\x2b\x2d-\x7e]*)*\s*$/;

/**
 * Variables of traces. Their names and meaning are OpenTelemetry's
 * (https://opentelemetry.io/docs/specs/otel/protocol/exporter/), except for `OTEL_CAPTURE_CONTENT`.
 */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(HEADERS, "must be a comma-separated list of name=value")
    .transform((text) => new Secret(text))
    .optional(),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[\x20-\x7e]{1,100}$/, "must be a short name")
    .default("plumbline"),
  OTEL_CAPTURE_CONTENT: onOrOff.prefault("0"),
};

const schema = z.object(tracingVariables);

/** Returns the collector of traces, or `undefined` if it is not configured. */
export function readTracing(values: z.output<typeof schema>): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = values;
  if (endpoint === undefined) return undefined;
  return {
    endpoint,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: values.OTEL_SERVICE_NAME,
    capturesContent: values.OTEL_CAPTURE_CONTENT,
  };
}
