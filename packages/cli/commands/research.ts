import { apiClient } from "../api-client.ts";
import { EXIT } from "../exit.ts";
import { printCompletion } from "../print-completion.ts";
import { printOutcome } from "../print-outcome.ts";
import { spinning } from "../spinner.ts";
import { printJson } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

const SEARCHING = "searching…";

export const addResearchCommand: AddCommand = (program, terminal, finish) => {
  program
    .command("research <prompt>")
    .description(
      "Answer a question about a person, an organisation or an event with cited quotes, or refuse.",
    )
    .option("--context <context>", "what tells the subject from a namesake: employer, role, place")
    .option("--json", "print the outcome as JSON alone; `plumbline audit` checks a saved one")
    .addHelpText(
      "after",
      examples(
        'plumbline research "Who was Ada Lovelace?"',
        'plumbline research "Who is Steve McQueen?" --context "the British film director"',
        'plumbline research "Who was Ada Lovelace?" --json > outcome.json',
      ),
    )
    .action(async (prompt: string, { json, ...given }: { context?: string; json?: true }) => {
      const asked = apiClient(terminal, "dev-api-key").POST("/api/v1/autonomy/research/complete", {
        body: { prompt, ...given, requires_grounding: true },
      });
      if (!terminal.watched.err) terminal.err(`${SEARCHING}\n`);
      const { data: answer } = await spinning(terminal, SEARCHING, asked);
      const { outcome } = answer;
      if (!outcome) throw new Error("A prompt that requires grounding was answered without an outcome.");
      finish(outcome.ok ? EXIT.ok : EXIT.failed);
      if (json) return printJson(terminal, outcome);
      printCompletion(terminal, answer);
      printOutcome(terminal, outcome);
    });
};
