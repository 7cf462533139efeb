import { createNumberParser } from "../command-input.ts";
import { readSandboxSettings } from "../dev/sandbox-settings.ts";
import { EXIT } from "../exit.ts";
import { getDataFolder } from "../files.ts";
import { toPrintable } from "../printable.ts";
import { applyStyle, printJson } from "../terminal.ts";
import { command, JSON_ALONE } from "./command.ts";

// Each command loads its program when it runs, so that other commands do not wait for the service or the
// sandbox to load.

export const addServeCommand = command({
  words: "serve",
  about: "Start the service on this machine; its settings come from the environment (see docs/settings.md).",
  examples: ["plumbline serve", "PORT=9000 DATA_DIR=/tmp/plumbline plumbline serve"],
  async run(_given, { terminal, finish }) {
    const { serveUntilStopped } = await import("@plumbline/local/server/serve.ts");
    finish(await serveUntilStopped(terminal.environment, terminal));
  },
});

/** First port of the sandbox. Fixed, so that feeds and webhooks keep their addresses. */
const FIRST_PORT = 18_800;
const parsePort = createNumberParser(0, 65_000);

export const addDevCommand = command({
  words: "dev",
  about: "Start the service with sandbox providers, accounts and a model to try it with.",
  options: {
    sandboxPort: [
      `--sandbox-port <port>  first port of the sandbox's servers; 0 for any free ports (default: SANDBOX_PORT, or ${FIRST_PORT})`,
      parsePort,
    ],
    verbose: "--verbose  show the service's whole log, not only warnings and errors",
  },
  before: `
A provider is real as soon as one of its settings is set (docs/settings.md; .env is read) or an account of
it is connected. Until then, the sandbox stands in for it. The model is scripted: ask it what it can do.
`,
  examples: ["plumbline dev", "PORT=9000 plumbline dev --verbose"],
  async run({ sandboxPort, verbose = false }, { terminal }) {
    const { SANDBOX_PORT } = terminal.environment;
    const firstPort = sandboxPort ?? (SANDBOX_PORT ? parsePort(SANDBOX_PORT) : FIRST_PORT);
    const { runDev } = await import("../dev/run-dev.ts");
    await runDev(terminal, { sandboxPort: firstPort, verbose });
  },
});

export const addDemoCommand = command({
  words: "demo",
  about: "Show the main features step by step against sandbox providers; needs no network.",
  async run(_given, { terminal, finish }) {
    const { runDemo } = await import("../demo/demo.ts");
    finish(await runDemo(terminal));
  },
});

export const addSandboxCommand = command({
  words: "sandbox",
  about: "Run sandbox providers on this machine until Ctrl-C, to call any tool without an account.",
  options: { json: "--json  print only the service's settings, as one JSON object of names and values" },
  before: `
It prints two groups of lines to paste and the names to use in calls: settings, for the terminal that will run the
service, and credentials with the sandbox's tokens, for a second one. Every start uses new ports, so restart the service with the new settings.
`,
  async run({ json = false }, { terminal }) {
    const { runSandbox } = await import("../sandbox/run-sandbox.ts");
    await runSandbox(terminal, { json });
  },
});

const STATES = { ok: "green", warning: "yellow", problem: "red" } as const;
const WIDTH = Math.max(...Object.keys(STATES).map((word) => word.length));

export const addDoctorCommand = command({
  words: "doctor",
  about:
    "Check settings, disk, store, keys, providers, search, model and clock, and suggest fixes; the service need not be running.",
  options: JSON_ALONE,
  examples: ["plumbline doctor", "plumbline doctor --json"],
  after: `

It contacts each provider, each search backend (one query) and the model (one word), and changes nothing.
While plumbline dev is running, it contacts the sandbox in place of simulated providers.
Exits 1 if there is a problem; exits 0 if there are only warnings.`,
  async run({ json }, { terminal, finish }) {
    const { runDoctor } = await import("@plumbline/local/doctor/run-doctor.ts");
    const simulated = readSandboxSettings(getDataFolder(terminal.environment));
    const findings = await runDoctor({ ...terminal.environment, ...simulated }, terminal.clock);
    const problems = findings.filter(({ state }) => state === "problem").length;
    finish(problems === 0 ? EXIT.ok : EXIT.failed);
    if (json) return printJson(terminal, { ok: problems === 0, findings });
    for (const { area, name, state, message, remedy } of findings) {
      const word = applyStyle(terminal, STATES[state], state.padEnd(WIDTH));
      terminal.out(`${word}  ${area}, ${toPrintable(name)}: ${toPrintable(message)}\n`);
      if (remedy !== undefined) terminal.out(`${" ".repeat(WIDTH)}  → ${toPrintable(remedy)}\n`);
    }
    const warnings = findings.filter(({ state }) => state === "warning").length;
    terminal.out(`${formatCount(problems, "problem")}, ${formatCount(warnings, "warning")}.\n`);
  },
});

function formatCount(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
