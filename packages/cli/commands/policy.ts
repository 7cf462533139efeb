import type { Schemas } from "@plumbline/client/schemas.ts";
import { parseObject, readGiven } from "../command-input.ts";
import { printAside, printJson } from "../terminal.ts";
import { apiCommand } from "./api-command.ts";
import { command, group } from "./command.ts";

/** Commands that show and set the tenant's policy, as one JSON object. */
export const addPolicyCommands = group({
  word: "policy",
  about: "Show or set what the tenant's callers may do, and what needs approval.",
  commands: [
    apiCommand({
      route: "GET /api/v1/policy",
      words: "show",
      about: "Print the policy as JSON; {} if nothing has been set.",
      json: false,
      examples: ["plumbline policy show", "plumbline policy show > policy.json"],
      show: printJson,
    }),
    command({
      words: "set <file>",
      about: "Replace the whole policy with the JSON object in a file; - reads standard input.",
      before: "\nThe fields are described in docs/policy.md. Omitted fields are unset.\n",
      examples: [
        "plumbline policy set policy.json",
        `echo '{"approval": {"email_send": "always"}}' | plumbline policy set -`,
      ],
      async run({ file }, ports) {
        const { terminal } = ports;
        const text = await readGiven(terminal, file, "policy");
        // The service validates it and reports every invalid field.
        const body = parseObject(text, file === "-" ? "Standard input" : file) as Schemas["SetPolicy"];
        const { data } = await ports.api.PUT("/api/v1/policy", { body });
        printAside(terminal, "The policy, effective from each key's next call:");
        printJson(terminal, data);
      },
    }),
  ],
});
