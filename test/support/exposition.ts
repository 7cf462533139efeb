/** A sample as a scraper reads it. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Family {
  type: string;
  help: string;
  samples: Sample[];
}

const NAME = "[a-zA-Z_][a-zA-Z0-9_]*";
const LABEL = new RegExp(String.raw`(${NAME})="((?:[^"\\\n]|\\["\\n])*)"(,|$)`, "y");
const SAMPLE = new RegExp(String.raw`^(${NAME})(?:\{(.*)\})? (-?[\d.]+(?:e[+-]?\d+)?|[+-]Inf|NaN)$`, "s");
const PARTS: Readonly<Record<string, readonly string[]>> = {
  counter: [""],
  gauge: [""],
  histogram: ["_bucket", "_sum", "_count"],
};

/**
 * Parses Prometheus' text format 0.0.4 according to its specification
 * (prometheus.io/docs/instrumenting/exposition_formats), independently of the product. Throws for a line
 * outside any family, a repeated family, a repeated sample, or a missing last line feed.
 */
export function readExposition(text: string): Map<string, Family> {
  if (!text.endsWith("\n")) throw new Error("The last line does not end.");
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  const lines = text.slice(0, -1).split("\n");
  let current: [name: string, family: Family] | undefined;
  for (const line of lines) {
    const help = new RegExp(`^# HELP (${NAME}) (.+)$`).exec(line);
    const type = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`).exec(line);
    if (help?.[1] !== undefined) {
      if (families.has(help[1])) throw new Error(`${help[1]} is told twice.`);
      current = [help[1], { help: help[2] ?? "", type: "", samples: [] }];
      families.set(...current);
    } else if (type?.[1] !== undefined) {
      if (current?.[0] !== type[1] || current[1].type !== "") throw new Error(`Out of place: ${line}`);
      current[1].type = type[2] ?? "";
    } else {
      const sample = readSample(line);
      const [name, family] = current ?? ["", undefined];
      if (!PARTS[family?.type ?? ""]?.some((part) => sample.name === name + part))
        throw new Error(`Of no family: ${line}`);
      const identity = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
      if (seen.has(identity)) throw new Error(`Told twice: ${line}`);
      seen.add(identity);
      family?.samples.push(sample);
    }
  }
  return families;
}

function readSample(line: string): Sample {
  const [, name, inBraces = "", number] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`No sample: ${line}`);
  const labels: Record<string, string> = {};
  for (LABEL.lastIndex = 0; LABEL.lastIndex < inBraces.length; ) {
    const [, label, value] = LABEL.exec(inBraces) ?? [];
    if (label === undefined || value === undefined || label in labels) throw new Error(`No labels: ${line}`);
    labels[label] = value.replace(/\\(.)/gs, (_all, special) => (special === "n" ? "\n" : special));
  }
  const value = number === "+Inf" ? Number.POSITIVE_INFINITY : Number(number);
  return { name, labels, value };
}

/**
 * Returns the value of the sample with these labels. Adds up samples with further labels. Returns 0 if there
 * is no such sample.
 */
export function sampleValue(text: string, name: string, labels: Record<string, string> = {}): number {
  return [...readExposition(text).values()]
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}
