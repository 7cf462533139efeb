import { researchOutcomeSchema } from "@plumbline/core/research/outcome.ts";
import { apiClient } from "../api-client.ts";
import { EXIT } from "../exit.ts";
import { printOutcome } from "../print-outcome.ts";
import { printJson } from "../terminal.ts";
import type { AddCommand } from "./command.ts";

export const addResearchCommand: AddCommand = (program, terminal, finish) => {
  program
    .command("research <prompt>")
    .description(
      "Answer a question about a person, an organisation or an event with cited quotes, or refuse.",
    )
    .option("--context <context>", "what tells the subject from a namesake: employer, role, place")
    .option("--json", "print the outcome as JSON alone; `plumbline audit` checks a saved one")
    .action(async (prompt: string, { context, json }: { context?: string; json?: true }) => {
      terminal.err("searching…\n");
      const body = { prompt, context, requires_grounding: true };
      const answer = await apiClient(terminal, "dev-api-key").request(
        "POST",
        "/api/v1/autonomy/research/complete",
        body,
      );
      const outcome = researchOutcomeSchema.parse(answer.outcome);
      finish(outcome.ok ? EXIT.ok : EXIT.failed);
      if (json) printJson(terminal, outcome);
      else printOutcome(terminal, outcome);
    });
};
