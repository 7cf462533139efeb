import { UsageError } from "../exit.ts";
import { printJson } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

interface BootstrapOptions {
  stage: string;
  region?: string;
  name: string;
  another?: boolean;
  json?: true;
}

/** `bootstrap`: what has to be done once at a stage that was deployed, before anybody can call it. */
export const addBootstrapCommand: AddCommand = (program, terminal) => {
  program
    .command("bootstrap")
    .description("Make the first operator key of a stage on AWS; it is shown once.")
    .requiredOption("--stage <stage>", "the stage that was deployed")
    .option("--region <region>", "where; default: as for other commands of AWS (AWS_REGION, your profile)")
    .option("--name <name>", "what the key is called in lists", "first operator")
    .option("--another", "make a further key, of a stage that has had its first")
    .option("--json", "print JSON alone")
    .addHelpText(
      "after",
      `
It writes into the stage's table with your own AWS credentials (environment, profile or SSO), which need
dynamodb:GetItem and dynamodb:PutItem on it.
${examples("plumbline bootstrap --stage prod --region eu-central-1")}`,
    )
    .action(async ({ stage, region, name, another = false, json }: BootstrapOptions) => {
      if (!/^[a-z][a-z0-9-]{0,31}$/.test(stage))
        throw new UsageError("--stage must be a short lower-case name such as prod.");
      // Loaded here, as no other command needs the AWS client.
      const { bootstrapStage } = await import("../bootstrap-stage.ts");
      const { keyId, key } = await bootstrapStage({ stage, region, name, another }, terminal.clock);
      if (json) return printJson(terminal, { stage, key_id: keyId, operator_key: key.reveal() });
      terminal.out(`key  ${key.reveal()}\n`);
      terminal.err("Keep the key: it is not shown again.\n");
      terminal.err("Make a tenant: PLUMBLINE_URL=… PLUMBLINE_API_KEY=… plumbline tenant create NAME\n");
    });
};
