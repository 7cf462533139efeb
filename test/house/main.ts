import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readCommandLine } from "../support/command-line.ts";
import { filesPerRequest } from "./files-per-request.ts";

const HELP = `Prints how large the code is, by package: files, lines, and lines of the longest file.

  npm run house -- [--requests]

  --requests   also runs one request of each kind against the sandbox, and prints how many of our own files
               it ran through
`;
const { values } = readCommandLine(HELP, { options: { requests: { type: "boolean" } } });

/** Written by a program. Learned weights and lists of words are data and are counted apart as well. */
const GENERATED = /schema\.d\.ts$|\/built\/|package-lock\.json$/;
const DATA = /learned-weights|-trees\.ts$|common-stems|\.json$/;
const CODE = /\.(?:ts|tsx|css|js|mjs|cjs)$/;

interface Size {
  files: number;
  lines: number;
  longest: number;
}

const sizes = new Map<string, Size>();
const known = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8", maxBuffer: 2 ** 26 });
for (const file of known.split("\0")) {
  const group = groupOf(file);
  if (group === undefined) continue;
  const lines = readFileSync(file, "utf8").split("\n").length - 1;
  const { files, lines: before, longest } = sizes.get(group) ?? { files: 0, lines: 0, longest: 0 };
  sizes.set(group, { files: files + 1, lines: before + lines, longest: Math.max(longest, lines) });
}

/** Returns the row that a file is counted in, or `undefined` for one that is neither code nor data. */
function groupOf(file: string): string | undefined {
  const [folder = "", name = ""] = file.split("/");
  if (GENERATED.test(file)) return folder === "packages" ? "generated" : undefined;
  if (/[.]samples[.]ts$/.test(file)) return "tool samples";
  if (/^test\/.*\/phrasings\/.*[.]json$/.test(file)) return "word lists and weights";
  if (folder === "test") return CODE.test(file) ? "tests" : undefined;
  if (folder === "stacks") return CODE.test(file) ? "stacks" : undefined;
  if (folder !== "packages" || (!CODE.test(file) && !/lexicon.*\.json$/.test(file))) return undefined;
  if (DATA.test(file)) return "word lists and weights";
  return name === "sandbox" ? "sandbox" : `packages/${name}`;
}

const row = (name: string, { files, lines, longest }: Size) =>
  process.stdout.write(
    `${name.padEnd(24)}${String(files).padStart(7)}${String(lines).padStart(9)}${String(longest).padStart(9)}\n`,
  );
process.stdout.write(
  `${"".padEnd(24)}${"files".padStart(7)}${"lines".padStart(9)}${"longest".padStart(9)}\n`,
);
const bySize = [...sizes].toSorted(([, one], [, other]) => other.lines - one.lines);
const own = bySize.filter(([name]) => name.startsWith("packages/"));
for (const [name, size] of own) row(name, size);
row("own code", {
  files: own.reduce((sum, [, { files }]) => sum + files, 0),
  lines: own.reduce((sum, [, { lines }]) => sum + lines, 0),
  longest: Math.max(...own.map(([, { longest }]) => longest)),
});
for (const [name, size] of bySize) if (!name.startsWith("packages/")) row(name, size);

if (values.requests)
  for (const [name, count] of await filesPerRequest())
    process.stdout.write(`own files that one ${name} runs through: ${count}\n`);
