import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { type Audit, auditOutcome } from "@plumbline/grounding";
import { parseObject, readText } from "../command-input.ts";
import { EXIT } from "../exit.ts";
import { printable } from "../printable.ts";
import { printJson, style } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

export const addAuditCommand: AddCommand = (program, terminal, finish) => {
  program
    .command("audit <file>")
    .description(
      "Check a saved research outcome: every snippet hash, and that each claim is verbatim in its source.",
    )
    .option("--json", "print JSON alone")
    .addHelpText(
      "after",
      examples(
        'plumbline research "Who was Ada Lovelace?" --json > outcome.json',
        "plumbline audit outcome.json",
      ),
    )
    .action((file: string, { json }: { json?: true }) => {
      const saved = parseObject(readText(file), file);
      const outcome = "outcome" in saved && saved.outcome !== null ? saved.outcome : saved;
      const report = audited(outcome);
      finish(report.ok ? EXIT.ok : EXIT.failed);
      if (json) return printJson(terminal, report);
      for (const problem of report.problems)
        terminal.out(`${style(terminal, "red", "wrong")}: ${printable(problem)}\n`);
      if (report.ok)
        terminal.out(
          `${style(terminal, "green", "sound")}: every hash matches and every claim is verbatim.\n`,
        );
    });
};

/** Where not even the evidence stands, each field that is missing would say less than that. */
function audited(saved: unknown): Audit {
  if (saved !== null && typeof saved === "object" && "citations" in saved && "sections" in saved)
    return auditOutcome(saved);
  return {
    ok: false,
    problems: [`This is no research outcome, as ${PLUMBLINE} research --json prints one.`],
  };
}
