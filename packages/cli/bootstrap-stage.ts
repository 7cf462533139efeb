import { firstOperatorKey } from "@plumbline/aws/bootstrap/first-operator-key.ts";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { stageTableName } from "@plumbline/aws/dynamodb/stage-table.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import type { Secret } from "@plumbline/core/access/secret.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { systemRandom } from "@plumbline/core/clock/random.ts";
import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { UsageError } from "./exit.ts";

export interface StageBootstrap {
  stage: string;
  /** As the AWS client finds it when left out. */
  region?: string | undefined;
  name: string;
  another: boolean;
}

/** Makes the first operator key in a stage's table, with the AWS credentials of whoever calls. Throws what that person can do about a failure. */
export async function bootstrapStage(
  { stage, region, name, another }: StageBootstrap,
  clock: Clock,
): Promise<{ keyId: string; key: Secret }> {
  // The SDK's notice on Node 20 is not the user's business.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const client = createDynamoClient(region === undefined ? {} : { region });
  const table = new TableClient(client, stageTableName(stage));
  try {
    return await firstOperatorKey({ table, clock, random: systemRandom, name, another });
  } catch (error) {
    throw explained(error, stage);
  } finally {
    client.destroy();
  }
}

const REASONS: Readonly<Record<string, (stage: string) => string>> = {
  ResourceNotFoundException: (stage) =>
    `There is no table ${stageTableName(stage)} in this region and account. Is ${stage} deployed there (npx sst deploy --stage ${stage})?`,
  CredentialsProviderError: () =>
    "There are no AWS credentials: set AWS_PROFILE, or sign in (aws sso login).",
  AccessDeniedException: (stage) =>
    `Your AWS credentials may not write into ${stageTableName(stage)}: dynamodb:GetItem and dynamodb:PutItem are needed.`,
  UnrecognizedClientException: () =>
    "AWS does not know your credentials; are they of this account, and still valid?",
  ExpiredTokenException: () => "Your AWS credentials have expired: sign in again (aws sso login).",
};

/** What a person can do about a failed request; what is unexpected as it is. */
function explained(error: unknown, stage: string): unknown {
  const cause = error instanceof ServiceError ? error.cause : error;
  if (!(cause instanceof Error)) return error;
  if (cause.message === "Region is missing")
    return new UsageError("Name the region: --region, or AWS_REGION.");
  const reason = REASONS[cause.name];
  if (reason) return new ConfigurationError(reason(stage), { cause });
  if (error instanceof ServiceError)
    return new ConfigurationError(`DynamoDB does not answer: ${cause.message}`, { cause });
  return error;
}
