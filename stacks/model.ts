import type { Stack } from "aws-cdk-lib";

/** Something on Bedrock that a function may ask with its own role. */
export interface ModelGrant {
  arn: string;
  /** ARN of the inference profile that the call has to come by. */
  through?: string;
}

/**
 * `eu.anthropic.…` and the like: an inference profile, which spreads calls over the regions of a part of the
 * world; its model is what follows. Vendors are words without digits but for one, which tells
 * `us.zai.glm-4.7` from the model `zai.glm-4.7`.
 */
const PROFILE = /^[a-z-]{2,6}\.((?:ai21|[a-z]+)\..+)$/;
const PROFILE_ARN = /^arn:[^:]+:bedrock:[^:]*:[^:]*:(?:application-)?inference-profile\/(.+)$/;

/**
 * Returns the Bedrock resources that the functions may call with their own role. They are the model that
 * `MODEL_ID` names by id or ARN; for an inference profile, the profile and, through it, its model wherever it
 * sends a call (Amazon Bedrock user guide, prerequisites for inference profiles). The id of an application's
 * own profile does not reveal its model, so any model is allowed through it. Returns no grants when the model
 * is another provider's.
 */
export function modelGrants(
  { partition, region: ownRegion, account }: Stack,
  environment: Readonly<Record<string, string | undefined>>,
): ModelGrant[] {
  const { MODEL_PROVIDER: provider, MODEL_ID: id, MODEL_BASE_URL: baseUrl } = environment;
  if (provider !== "bedrock" || !id) return [];
  const region = (baseUrl ? bedrockRegion(baseUrl) : undefined) ?? ownRegion;
  const named = PROFILE_ARN.exec(id)?.[1];
  if (named === undefined && id.startsWith("arn:")) return [{ arn: id }];
  const model = PROFILE.exec(named ?? id)?.[1];
  if (named === undefined && model === undefined)
    return [{ arn: `arn:${partition}:bedrock:${region}::foundation-model/${id}` }];
  const profile =
    named === undefined ? `arn:${partition}:bedrock:${region}:${account}:inference-profile/${id}` : id;
  const models = `arn:${partition}:bedrock:*::foundation-model/${model ?? "*"}`;
  return [{ arn: profile }, { arn: models, through: profile }];
}

/**
 * The region that a Bedrock endpoint names, as the driver reads it, which signs for that one
 * (packages/agent/model/drivers.ts; a test compares).
 */
export function bedrockRegion(baseUrl: string): string | undefined {
  const host = /^bedrock-runtime(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/;
  return host.exec(new URL(baseUrl).hostname)?.[1];
}
