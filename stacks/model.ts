import type { Stack } from "aws-cdk-lib";

/** `eu.anthropic.…` and the like: an inference profile, which spreads calls over the regions of a part of the world. */
const PROFILE = /^(?:us-gov|us|eu|apac|jp|au|global)\.(.+)$/;

/**
 * ARNs of what the functions may ask on Bedrock with their own role: the model that `MODEL_ID` names, and for an inference profile the
 * profile and its model in every region it may choose (Amazon Bedrock user guide, prerequisites for inference profiles). None
 * when the model is another provider's.
 */
export function modelArns(
  { partition, region, account }: Stack,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const { MODEL_PROVIDER: provider, MODEL_ID: id } = environment;
  if (provider !== "bedrock" || !id) return [];
  if (id.startsWith("arn:")) return [id];
  const profiled = PROFILE.exec(id)?.[1];
  if (profiled === undefined) return [`arn:${partition}:bedrock:${region}::foundation-model/${id}`];
  return [
    `arn:${partition}:bedrock:${region}:${account}:inference-profile/${id}`,
    `arn:${partition}:bedrock:*::foundation-model/${profiled}`,
  ];
}
