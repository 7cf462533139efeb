import { type AskedRun, comesFirst, isKept, isTakenIn, runAsked } from "./asked-runs.ts";

/** Prints the pairs of test/fixtures/asked that come out wrong: `node --import tsx test/eval/asked.ts`. */
function problemsOf(run: AskedRun): string[] {
  const { kind, near, answering, both } = run;
  const line = (what: string, { question, score, claims }: typeof near) =>
    `${what} ${score.toFixed(2)}  [${kind}] ${question}  →  ${claims[0]?.text ?? "refused"}`;
  return [
    ...(isTakenIn(run) ? [line("answered", near)] : []),
    ...(isKept(run) ? [] : [line("not kept", answering)]),
    ...(comesFirst(run) ? [] : [line("not first", both)]),
  ];
}

const runs = await runAsked();
const share = (judge: (run: AskedRun) => boolean) => `${runs.filter(judge).length} of ${runs.length}`;
process.stdout.write(`${runs.flatMap(problemsOf).sort().join("\n")}\n`);
process.stdout.write(`answered ${share(isTakenIn)}, kept ${share(isKept)}, first ${share(comesFirst)}\n`);
