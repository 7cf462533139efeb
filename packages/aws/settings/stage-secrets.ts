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
 * Parameters of one request
 * (docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameters.html).
 */
const MOST_AT_ONCE = 10;

/**
 * The stage's secret settings that there are. Throws ServiceError `unavailable` when Systems Manager does not
 * answer or refuses.
 */
export async function readStageSecrets(
  client: SSMClient,
  stage: string,
  settings: readonly string[],
): Promise<Readonly<Record<string, string | undefined>>> {
  const names = new Map(settings.map((setting) => [parameterName(stage, setting), setting]));
  const all = [...names.keys()];
  const pages = Array.from({ length: Math.ceil(all.length / MOST_AT_ONCE) }, (_, page) =>
    all.slice(page * MOST_AT_ONCE, (page + 1) * MOST_AT_ONCE),
  );
  const read = async (page: string[]) => {
    const command = new GetParametersCommand({ Names: page, WithDecryption: true });
    return (await client.send(command).catch(unavailable)).Parameters ?? [];
  };
  const found = (await Promise.all(pages.map(read))).flat();
  return Object.fromEntries(found.map(({ Name, Value }) => [names.get(Name ?? "") ?? "", Value]));
}

/** By then Systems Manager takes requests again that it throttled: its quotas are requests a second. */
const RETRY_AFTER_SECONDS = 2;

function unavailable(cause: unknown): never {
  throw new ServiceError(
    "unavailable",
    "The stage's secrets cannot be read at the moment; try again shortly.",
    { retryAfterSeconds: RETRY_AFTER_SECONDS, cause },
  );
}
