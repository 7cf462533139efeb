import type { Stack } from "aws-cdk-lib";

/** A Bedrock resource that a function may call with its own role. */
export interface ModelGrant {
  arn: string;
  /** ARN of the inference profile that the call must use. */
  through?: string;
}

/**
 * Matches an inference profile such as `eu.anthropic.…`, which distributes calls over the regions of a
 * continent. The model's ID follows the prefix. Vendors are words without digits, with one exception; this
 * distinguishes `us.zai.glm-4.7` from the model `zai.glm-4.7`.
 */
const PROFILE = /^[a-z-]{2,6}\.((?:ai21|[a-z]+)\..+)$/;
const PROFILE_ARN = /^arn:[^:]+:bedrock:[^:]*:[^:]*:(?:application-)?inference-profile\/(.+)$/;

/**
 * Returns the Bedrock resources that a function with these settings may call with its own role: the models
 * that `MODEL_ID` and `MODEL_CHOICES` list by ID or ARN. For an inference profile, they are the profile and,
 * through it, its model in every region that it uses (Amazon Bedrock user guide, prerequisites for inference
 * profiles). The ID of an application's own profile does not reveal its model, so any model is permitted
 * through it. Returns no grants for another provider's model.
 */
export function modelGrants(
  stack: Stack,
  settings: Readonly<Record<string, string | undefined>>,
): ModelGrant[] {
  const { MODEL_PROVIDER: provider, MODEL_ID: id, MODEL_CHOICES: choices = "" } = settings;
  const { MODEL_BASE_URL: baseUrl } = settings;
  if (provider !== "bedrock" || !id) return [];
  const region = (baseUrl ? bedrockRegion(baseUrl) : undefined) ?? stack.region;
  const ids = [id, ...choices.split(",").map((choice) => choice.trim())].filter((one) => one !== "");
  return ids.flatMap((one) => listGrants(one, region, stack));
}

function listGrants(id: string, region: string, { partition, account }: Stack): ModelGrant[] {
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
 * Returns the region of a Bedrock endpoint, as the driver determines it for signing
 * (packages/agent/model/drivers.ts; a test compares the two).
 */
export function bedrockRegion(baseUrl: string): string | undefined {
  const host = /^bedrock-runtime(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/;
  return host.exec(new URL(baseUrl).hostname)?.[1];
}
