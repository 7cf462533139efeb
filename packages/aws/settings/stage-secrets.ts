import { GetParametersCommand, SSMClient, type SSMClientConfig } from "@aws-sdk/client-ssm";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { CLIENT_BOUNDS } from "../access/client-bounds.ts";

/** Overrides for tests; empty on AWS, where region and credentials come from the environment. */
export type ParameterClientOptions = Pick<
  SSMClientConfig,
  "region" | "endpoint" | "credentials" | "maxAttempts"
>;

export function createParameterClient(options: ParameterClientOptions = {}): SSMClient {
  return new SSMClient({ ...CLIENT_BOUNDS, ...options });
}

/** Where a stage's secret setting is kept: a SecureString of Systems Manager. */
export function parameterName(stage: string, setting: string): string {
  return `/plumbline/${stage}/${setting}`;
}

/**
 * The stage's secret settings that there are. At most ten may be asked for
 * (docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameters.html). Throws ServiceError
 * `unavailable` when Systems Manager does not answer or refuses.
 */
export async function readStageSecrets(
  client: SSMClient,
  stage: string,
  settings: readonly string[],
): Promise<Readonly<Record<string, string | undefined>>> {
  const names = new Map(settings.map((setting) => [parameterName(stage, setting), setting]));
  const command = new GetParametersCommand({ Names: [...names.keys()], WithDecryption: true });
  const { Parameters: found = [] } = await client.send(command).catch(unavailable);
  return Object.fromEntries(found.map(({ Name, Value }) => [names.get(Name ?? "") ?? "", Value]));
}

function unavailable(cause: unknown): never {
  const error = new ServiceError(
    "unavailable",
    "The stage's secrets cannot be read at the moment; try again shortly.",
  );
  error.cause = cause;
  throw error;
}
