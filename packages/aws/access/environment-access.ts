import type { AwsAccess } from "@plumbline/agent/model/drivers.ts";

/**
 * Reads AWS credentials from the environment of Lambda or an operator's shell: `AWS_REGION`,
 * `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`. Returns `undefined` if one of the first
 * three is missing.
 */
export function readEnvironmentAccess(
  environment: Readonly<Record<string, string | undefined>>,
): AwsAccess | undefined {
  const {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = environment;
  if (!region || !accessKeyId || !secretAccessKey) return undefined;
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
  return { region, credentials: async () => credentials };
}
