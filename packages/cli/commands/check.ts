import type { Schemas } from "@plumbline/client/schemas.ts";
import { InvalidArgumentError } from "commander";
import { readGiven, readText } from "../command-input.ts";
import { EXIT, UsageError } from "../exit.ts";
import { toPrintable, toPrintableLine } from "../printable.ts";
import { withSpinner } from "../spinner.ts";
import { applyStyle, printJson, type Terminal } from "../terminal.ts";
import { appendValue, command } from "./command.ts";
import { verifyStore } from "./store.ts";

export const addCheckCommand = command({
  words: "check [file]",
  about:
    "Check each sentence of a text against given sources or a public search; without a text, check every record of the local store.",
  options: {
    source: ["--source <file>  a text to check against; repeatable; default: a public search", appendValue],
    threshold: ["--threshold <score>  minimum score of a supported sentence, 0 to 1", parseScore],
    json: "--json  print only JSON: each sentence with its verdict, score and citations",
  },
  examples: [
    "plumbline check answer.txt --source page.md",
    "plumbline check",
    "echo 'Ada Lovelace was born in London.' | plumbline check - --json",
  ],
  after: "\n\nExits 1 if any sentence is not supported.",
  async run({ file, source: files, threshold, json }, ports) {
    const { terminal, finish } = ports;
    if (file === undefined) {
      if (files ?? threshold ?? json)
        throw new UsageError("Give the text to check: a file, or - for standard input.");
      return verifyStore(terminal, finish);
    }
    const text = await readGiven(terminal, file, "text");
    const sources = files?.map((name) => ({ text: readText(name) }));
    const body = { text, ...(sources ? { sources } : { search: true as const }) };
    const asked = ports.api.POST("/api/v1/autonomy/research/check", {
      body: { ...body, ...(threshold !== undefined && { threshold }) },
    });
    const { data: checked } = await (sources ? asked : withSpinner(terminal, "searching…", asked));
    finish(checked.supported ? EXIT.ok : EXIT.failed);
    if (json) return printJson(terminal, checked);
    for (const sentence of checked.sentences) printSentence(terminal, sentence);
    const cited = new Set(checked.sentences.flatMap(({ citations }) => citations));
    for (const [index, { title, url }] of checked.citations.entries())
      if (cited.has(index))
        terminal.out(`[${index + 1}] ${toPrintableLine(files?.[index] ?? `${title}, ${url}`)}\n`);
  },
});

function printSentence(terminal: Terminal, sentence: Schemas["CheckedSentence"]): void {
  const { text, verdict, citations, reasons } = sentence;
  const marks = citations.map((index) => `[${index + 1}]`).join("");
  const isSound = verdict === "supported" || verdict === "exempt";
  const told = isSound ? marks : `— ${toPrintable(reasons[0]?.text ?? "")}`;
  const line = `${applyStyle(terminal, isSound ? "green" : "red", verdict)}: ${toPrintable(text)} ${told}`;
  terminal.out(`${line.trimEnd()}\n`);
  if (sentence.nearest !== undefined)
    terminal.out(`${applyStyle(terminal, "dim", `  nearest: ${toPrintable(sentence.nearest)}`)}\n`);
}

function parseScore(text: string): number {
  if (/^(0(\.\d+)?|1(\.0+)?|\.\d+)$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number from 0 to 1.");
}
