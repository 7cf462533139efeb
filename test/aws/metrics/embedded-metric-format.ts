import { Ajv2020 } from "ajv/dist/2020.js";

const text = (maxLength: number) => ({ type: "string", minLength: 1, maxLength });

/**
 * CloudWatch's embedded metric format as its specification has it
 * (docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring,
 * CloudWatch_Embedded_Metric_Format_Specification.html): the metadata, and what the root must have because of
 * it.
 */
const SCHEMA = {
  type: "object",
  required: ["_aws"],
  properties: {
    _aws: {
      type: "object",
      required: ["Timestamp", "CloudWatchMetrics"],
      additionalProperties: false,
      properties: {
        Timestamp: { type: "integer", minimum: 1 },
        CloudWatchMetrics: {
          type: "array",
          minItems: 1,
          items: {
            type: "object",
            required: ["Namespace", "Dimensions", "Metrics"],
            additionalProperties: false,
            properties: {
              Namespace: text(1024),
              Dimensions: {
                type: "array",
                minItems: 1,
                items: { type: "array", maxItems: 30, uniqueItems: true, items: text(250) },
              },
              Metrics: {
                type: "array",
                minItems: 1,
                maxItems: 100,
                items: {
                  type: "object",
                  required: ["Name"],
                  additionalProperties: false,
                  properties: {
                    Name: text(1024),
                    Unit: { enum: ["Seconds", "Milliseconds", "Bytes", "Percent", "Count", "None"] },
                    StorageResolution: { enum: [1, 60] },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

interface Valid extends Record<string, unknown> {
  _aws: {
    Timestamp: number;
    CloudWatchMetrics: {
      Namespace: string;
      Dimensions: string[][];
      Metrics: { Name: string; Unit?: string }[];
    }[];
  };
}

const validate = new Ajv2020({ allErrors: true }).compile<Valid>(SCHEMA);

/** A line as CloudWatch would take it. */
export interface EmfDocument {
  timestamp: number;
  namespace: string;
  /** Sets of dimensions, by name. */
  dimensions: string[][];
  units: Record<string, string | undefined>;
  root: Record<string, unknown>;
}

/** Reads a line. Throws for one of which CloudWatch would make no metric, or another than was meant. */
export function readEmf(line: string): EmfDocument {
  if (/[\r\n]/.test(line)) throw new Error("A line has no line feed.");
  const root: unknown = JSON.parse(line);
  if (!validate(root)) throw new Error(JSON.stringify(validate.errors));
  const { Timestamp, CloudWatchMetrics } = root._aws;
  const [directive, ...others] = CloudWatchMetrics;
  if (!directive || others.length > 0) throw new Error("One directive a line is enough.");
  const { Namespace, Dimensions, Metrics } = directive;
  for (const name of new Set(Dimensions.flat())) {
    const value = root[name];
    if (typeof value !== "string" || !/^(?!:)(?=.*\S)[ -~]{1,1024}$/.test(value))
      throw new Error(`${name} is no dimension: ${JSON.stringify(value)}`);
  }
  for (const { Name } of Metrics) {
    const values = [root[Name]].flat();
    if (values.length < 1 || values.length > 100 || !values.every(Number.isFinite))
      throw new Error(`${Name} has no values: ${JSON.stringify(root[Name])}`);
  }
  const units = Object.fromEntries(Metrics.map(({ Name, Unit }) => [Name, Unit]));
  return { timestamp: Timestamp, namespace: Namespace, dimensions: Dimensions, units, root };
}
