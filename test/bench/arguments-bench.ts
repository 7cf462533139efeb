import { isDeepStrictEqual } from "node:util";
import { isHandsOff, type Row, readCorpus } from "./arguments/corpus.ts";
import { startTrials, type Tried, tryRow } from "./arguments/try-row.ts";

/**
 * Calls tools with the mistakes that models and their clients make in arguments, over REST and MCP, in front
 * of the sandbox. Prints the share that does the right thing at the first try, and the share of arguments
 * kept or refused where another reading would be wrong. `MISTAKES=all` prints every row that went wrong.
 */
export async function argumentsBench(): Promise<void> {
  const agent = await startTrials();
  const rows = readCorpus(agent.sandbox.feeds.url);
  const tried: Tried[] = [];
  for (const row of rows) tried.push(await tryRow(agent, row));
  await agent.close();

  const reported = rows.filter(({ source }) => source.startsWith("https:")).length;
  console.log(`\nArguments as models send them: ${rows.length} calls, ${reported} from public reports`);
  const [handsOff, mistakes] = [tried.filter(({ row }) => isHandsOff(row)), tried.filter(isMistake)];
  const corrected = mistakes.filter(({ row, right }) => right && !isAsMeant(row));
  print("right at the first try", mistakes, isRight);
  print("told what was corrected", corrected, ({ told }) => told);
  print("kept or refused", handsOff, isRight);
  console.log("  by kind");
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const ofKind = tried.filter(({ row }) => row.kind === kind);
    print(`  ${kind}`, ofKind, isRight);
  }
  if (process.env.MISTAKES === "all") for (const one of tried) if (!one.right) console.log(describe(one));
}

const isRight = ({ right }: Tried): boolean => right;

const isMistake = ({ row }: Tried): boolean => !isHandsOff(row);

/** Some clients only write a value in another form of JSON, such as 2.0 for 2. */
function isAsMeant({ raw, sent }: Row): boolean {
  return isDeepStrictEqual(JSON.parse(raw), sent);
}

function print(title: string, tried: readonly Tried[], counts: (one: Tried) => boolean): void {
  const count = tried.filter(counts).length;
  const percent = ((100 * count) / Math.max(1, tried.length)).toFixed(0);
  console.log(`  ${title.padEnd(26)}${`${percent} %`.padStart(6)}  ${count} of ${tried.length}`);
}

function describe({ row, instead }: Tried): string {
  return `  ${row.id} ${row.tool} ${row.raw.slice(0, 160)}\n    ${instead.slice(0, 200)}`;
}
