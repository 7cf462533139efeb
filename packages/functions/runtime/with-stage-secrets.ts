import { type LambdaEnvironment, resourceNames } from "./invocation.ts";

/**
 * The environment with the secret settings that the function may have (`STAGE_SECRETS`, names of settings),
 * read from Systems Manager: a template never holds them. A function that has none loads no client.
 */
export async function withStageSecrets(environment: LambdaEnvironment): Promise<LambdaEnvironment> {
  const settings = stageSecretsOf(environment);
  if (settings.length === 0) return environment;
  const { STAGE: stage } = resourceNames(environment, ["STAGE"]);
  const { createParameterClient, readStageSecrets } = await import(
    "@plumbline/aws/settings/stage-secrets.ts"
  );
  return { ...environment, ...(await readStageSecrets(createParameterClient(), stage, settings)) };
}

/** Names the secret settings that the function may have. */
export function stageSecretsOf({ STAGE_SECRETS: names = "" }: LambdaEnvironment): string[] {
  return names.split(",").filter((setting) => setting !== "");
}
