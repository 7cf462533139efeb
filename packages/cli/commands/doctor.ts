import { readPlayedSettings } from "../dev/kept-settings.ts";
import { EXIT } from "../exit.ts";
import { printable } from "../printable.ts";
import { printJson, style } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

const STATES = { ok: "green", warning: "yellow", problem: "red" } as const;
const WIDTH = Math.max(...Object.keys(STATES).map((word) => word.length));

export const addDoctorCommand: AddCommand = (program, terminal, finish) => {
  program
    .command("doctor")
    .description(
      "Look at settings, disk, store, keys, providers, search, model and clock, and say what to do; the service may be down.",
    )
    .option("--json", "print JSON alone")
    .addHelpText(
      "after",
      `${examples("plumbline doctor", "plumbline doctor --json")}

It asks each provider, each search backend (one query) and the model (one word) now, and changes nothing.
Beside plumbline dev it asks the sandbox for what the sandbox plays.
Exit code 1 when there is a problem; warnings alone are 0.`,
    )
    .action(async ({ json }: { json?: true }) => {
      const { runDoctor } = await import("@plumbline/local/doctor/run-doctor.ts");
      const played = readPlayedSettings(terminal.environment.DATA_DIR || ".plumbline");
      const findings = await runDoctor({ ...terminal.environment, ...played }, terminal.clock);
      const problems = findings.filter(({ state }) => state === "problem").length;
      finish(problems === 0 ? EXIT.ok : EXIT.failed);
      if (json) return printJson(terminal, { ok: problems === 0, findings });
      for (const { area, name, state, message, remedy } of findings) {
        const word = style(terminal, STATES[state], state.padEnd(WIDTH));
        terminal.out(`${word}  ${area}, ${printable(name)}: ${printable(message)}\n`);
        if (remedy !== undefined) terminal.out(`${" ".repeat(WIDTH)}  → ${printable(remedy)}\n`);
      }
      const warnings = findings.filter(({ state }) => state === "warning").length;
      terminal.out(`${count(problems, "problem")}, ${count(warnings, "warning")}.\n`);
    });
};

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
