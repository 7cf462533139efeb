import { createAmazonBedrock } from "@ai-sdk/amazon-bedrock";
import type { Secret } from "@plumbline/core/access/secret.ts";
import type { AwsAccess } from "../aws-access.ts";
import { ModelError } from "../model-error.ts";
import type { ModelDriver, ProviderModel } from "../provider-call.ts";

/** Opens Bedrock's door: a Bedrock API key, or requests signed for a region. */
export type BedrockAccess = { apiKey: Secret } | AwsAccess;

/**
 * ConverseStream. Everything is given to the package, since it reads the environment for what is not: an
 * empty key means "sign", a base URL keeps it from looking for endpoints.
 */
export function bedrockDriver(
  id: string,
  { baseUrl: baseURL, access }: { baseUrl: string; access: BedrockAccess },
): ModelDriver {
  return async (fetch): Promise<ProviderModel> => {
    if ("apiKey" in access)
      return createAmazonBedrock({ baseURL, apiKey: access.apiKey.reveal(), fetch })(id);
    const { accessKeyId, secretAccessKey, sessionToken } = await credentialsOf(access);
    return createAmazonBedrock({
      baseURL,
      apiKey: "",
      region: access.region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      fetch,
    })(id);
  };
}

async function credentialsOf(access: AwsAccess) {
  try {
    return await access.credentials();
  } catch (error) {
    throw new ModelError("model_unavailable", "The service's access to the model could not be had.", {
      providerCode: error instanceof Error ? error.name : undefined,
    });
  }
}
