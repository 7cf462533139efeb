import { AnswerRuns } from "./answer-runs.ts";
import type { Measurement } from "./figures.ts";
import { isWanted, refuseUnknownNames } from "./options.ts";
import { partsOf } from "./parts/index.ts";
import type { DataFolder, FileName } from "./rows.ts";

/** A measurement and the files that its rows come from. */
export type FiledMeasurement = Measurement & { readonly files: readonly FileName[] };

/** Every name that can be measured on a folder. */
export function measurableNames(data: DataFolder): string[] {
  return partsOf(data).flatMap((part) => part.names(data));
}

/**
 * Measures the wanted names, all when `only` is empty. `report` gets one line of progress at a time. Throws
 * an Error for a name that no part measures.
 */
export async function measureAll(
  data: DataFolder,
  { only = [], sample }: { only?: readonly string[]; sample?: number | undefined },
  report: (line: string) => void,
): Promise<FiledMeasurement[]> {
  const answers = new AnswerRuns(data, sample);
  refuseUnknownNames(measurableNames(data), only);
  const measured: FiledMeasurement[] = [];
  for (const part of partsOf(data)) {
    const wanted = part.names(data).filter((name) => isWanted(name, only));
    if (wanted.length === 0) continue;
    const missing = part.files.filter((file) => !data.has(file));
    if (missing.length > 0 && missing.length === part.files.length) {
      report(`${summary(wanted)}: left out, the folder has no ${missing.join(".jsonl, no ")}.jsonl`);
      continue;
    }
    const startedAt = performance.now();
    const files = part.files.filter((file) => data.has(file));
    for (const measurement of await part.measure({ data, sample, answers }))
      if (isWanted(measurement.name, only)) measured.push({ ...measurement, files });
    report(`${summary(wanted)}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  }
  return measured;
}

function summary(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]}` : `${names[0]} and ${names.length - 1} more`;
}
