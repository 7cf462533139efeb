import { GetParametersCommand, SSMClient, type SSMClientConfig } from "@aws-sdk/client-ssm";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { CLIENT_BOUNDS } from "../access/client-bounds.ts";

/** Overrides for tests. Empty on AWS, where region and credentials come from the environment. */
export type ParameterClientOptions = Pick<
  SSMClientConfig,
  "region" | "endpoint" | "credentials" | "maxAttempts"
>;

export function createParameterClient(options: ParameterClientOptions = {}): SSMClient {
  return new SSMClient({ ...CLIENT_BOUNDS, ...options });
}

/** Returns the name of a stage's secret setting, a SecureString in Systems Manager. */
export function formatParameterName(stage: string, setting: string): string {
  return `/plumbline/${stage}/${setting}`;
}

/**
 * Maximum number of parameters per request
 * (docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameters.html).
 */
const MAX_PARAMETERS = 10;

/**
 * Reads the secret settings of the stage. Omits those that do not exist. Throws ServiceError `unavailable` if
 * Systems Manager does not respond or refuses.
 */
export async function readStageSecrets(
  client: SSMClient,
  stage: string,
  settings: readonly string[],
): Promise<Readonly<Record<string, string | undefined>>> {
  const names = new Map(settings.map((setting) => [formatParameterName(stage, setting), setting]));
  const all = [...names.keys()];
  const pages = Array.from({ length: Math.ceil(all.length / MAX_PARAMETERS) }, (_, page) =>
    all.slice(page * MAX_PARAMETERS, (page + 1) * MAX_PARAMETERS),
  );
  const read = async (page: string[]) => {
    const command = new GetParametersCommand({ Names: page, WithDecryption: true });
    return (await client.send(command).catch(throwUnavailable)).Parameters ?? [];
  };
  const found = (await Promise.all(pages.map(read))).flat();
  return Object.fromEntries(found.map(({ Name, Value }) => [names.get(Name ?? "") ?? "", Value]));
}

/** Wait for callers. Systems Manager's quotas are per second, so by then it accepts requests again. */
const RETRY_AFTER_SECONDS = 2;

function throwUnavailable(cause: unknown): never {
  throw new ServiceError(
    "unavailable",
    "The stage's secrets cannot be read at the moment. Try again shortly.",
    { retryAfterSeconds: RETRY_AFTER_SECONDS, cause },
  );
}
