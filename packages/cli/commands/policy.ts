import type { Schemas } from "@plumbline/client/schemas.ts";
import { createApiClient } from "../api-client.ts";
import { parseObject, readGiven } from "../command-input.ts";
import { printAside, printJson } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

/** Commands that show and set the tenant's policy, as one JSON object. */
export const addPolicyCommands: AddCommand = (program, terminal) => {
  const policy = program
    .command("policy")
    .description("Show or set what the tenant's callers may do, and what needs approval.");

  policy
    .command("show")
    .description("Print the policy as JSON; {} if nothing has been set.")
    .addHelpText("after", examples("plumbline policy show", "plumbline policy show > policy.json"))
    .action(async () => {
      const { data } = await createApiClient(terminal, "dev-api-key").GET("/api/v1/policy");
      printJson(terminal, data);
    });

  policy
    .command("set <file>")
    .description("Replace the whole policy with the JSON object in a file; - reads standard input.")
    .addHelpText(
      "after",
      `\nThe fields are described in docs/policy.md. Omitted fields are unset.\n${examples(
        "plumbline policy set policy.json",
        `echo '{"approval": {"email_send": "always"}}' | plumbline policy set -`,
      )}`,
    )
    .action(async (file: string) => {
      const text = await readGiven(terminal, file, "policy");
      // The service validates it and reports every invalid field.
      const body = parseObject(text, file === "-" ? "Standard input" : file) as Schemas["SetPolicy"];
      const { data } = await createApiClient(terminal, "dev-api-key").PUT("/api/v1/policy", { body });
      printAside(terminal, "The policy, effective from each key's next call:");
      printJson(terminal, data);
    });
};
