import { readFile } from "node:fs/promises";
import * as z from "zod";

/** One request that schemathesis made, its answer, and the checks that did not hold. */
export interface MadeCase {
  /** As schemathesis writes it: `GET /api/v1/credentials/{id}`. */
  operation: string;
  /** `positive` for a request that follows the description, `negative` for one that is wrong on purpose. */
  mode: "positive" | "negative";
  /** The URL that was asked. */
  uri: string;
  /** `undefined` when no answer came. */
  status: number | undefined;
  /** The answer's body. */
  text: string;
  /** Names of all checks that were made. */
  checks: readonly string[];
  failed: readonly FailedCheck[];
}

export interface FailedCheck {
  check: string;
  message: string;
}

const check = z.object({
  name: z.string(),
  status: z.enum(["success", "failure"]),
  failure_info: z.object({ failure: z.object({ title: z.string(), message: z.string() }) }).nullish(),
});

const response = z.object({
  status_code: z.int(),
  content: z.object({ $base64: z.string() }).nullish(),
});

const recorder = z.object({
  label: z.string(),
  cases: z.record(
    z.string(),
    z.object({
      value: z.object({
        meta: z.object({ generation: z.object({ mode: z.enum(["positive", "negative"]) }) }),
      }),
    }),
  ),
  checks: z.record(z.string(), z.array(check)).default({}),
  interactions: z.record(
    z.string(),
    z.object({ request: z.object({ uri: z.string() }), response: response.nullish() }),
  ),
});

/** The events that tell of requests; the others say what begins and ends. */
const event = z.object({ ScenarioFinished: z.object({ recorder }).optional() });

/** The cases of an NDJSON report, in the order they were made. */
export async function readCases(file: string): Promise<MadeCase[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.includes('"interactions"'));
  return lines.flatMap((line) => {
    const { ScenarioFinished: scenario } = event.parse(JSON.parse(line));
    return scenario ? casesOf(scenario.recorder) : [];
  });
}

function casesOf({ label, cases, checks, interactions }: z.infer<typeof recorder>): MadeCase[] {
  return Object.entries(cases).flatMap(([id, { value }]) => {
    const made = interactions[id];
    if (!made) return [];
    const all = checks[id] ?? [];
    const failed = all.filter(({ status }) => status === "failure");
    return [
      {
        operation: label,
        mode: value.meta.generation.mode,
        uri: made.request.uri,
        status: made.response?.status_code,
        text: Buffer.from(made.response?.content?.$base64 ?? "", "base64").toString(),
        checks: all.map(({ name }) => name),
        failed: failed.map(({ name, failure_info: info }) => ({
          check: name,
          message: `${info?.failure.title}: ${info?.failure.message}`,
        })),
      },
    ];
  });
}
