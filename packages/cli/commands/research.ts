import { createNumberParser } from "../command-input.ts";
import { EXIT } from "../exit.ts";
import { printCompletion } from "../print-completion.ts";
import { printExplanation, printOutcome } from "../print-outcome.ts";
import { DEFAULT_SCREEN } from "../screen.ts";
import { withSpinner } from "../spinner.ts";
import { printJson } from "../terminal.ts";
import { command } from "./command.ts";

const SEARCHING = "searching…";

export const addResearchCommand = command({
  words: "research <prompt>",
  about: "Answer a question about a person, organisation or event with cited quotes, or refuse.",
  options: {
    context: "--context <context>  what distinguishes the subject from a namesake: employer, role, place",
    max_claims: [
      "--max-claims <count>  maximum number of quotes, 1 to 50; default: 8",
      createNumberParser(1, 50),
    ],
    all: "--all  print everything, even if it is longer than the screen",
    why: "--why  also print what was searched and how each sentence scored",
    json: "--json  print only the outcome as JSON; `plumbline audit` checks a saved one",
  },
  examples: [
    'plumbline research "Who was Ada Lovelace?"',
    'plumbline research "Who is Steve McQueen?" --context "the British film director"',
    'plumbline research "When was CERN founded?" --why',
    'plumbline research "Who was Ada Lovelace?" --json > outcome.json',
  ],
  async run({ prompt, json, all, why, ...given }, { terminal, api, finish }) {
    const asked = api.POST("/api/v1/autonomy/research/complete", {
      body: {
        prompt,
        requires_grounding: true,
        ...given,
        ...(why ? { explain: true } : {}),
      },
    });
    if (!terminal.watched.err) terminal.err(`${SEARCHING}\n`);
    const { data: answer } = await withSpinner(terminal, SEARCHING, asked);
    const { outcome } = answer;
    if (!outcome) throw new Error("A prompt that requires grounding was answered without an outcome.");
    finish(outcome.ok ? EXIT.ok : EXIT.failed);
    if (json) return printJson(terminal, outcome);
    const screen = terminal.watched.out && !all ? (terminal.screen ?? DEFAULT_SCREEN) : undefined;
    const completionRows = printCompletion(terminal, answer, screen);
    printOutcome(terminal, outcome, { screen, completionRows });
    if (outcome.explanation) printExplanation(terminal, outcome.explanation);
  },
});
