import type { AwsAccess } from "@plumbline/agent/model/drivers.ts";
import { readEnvironmentAccess } from "@plumbline/aws/access/environment-access.ts";

/**
 * Replaces `@aws-sdk/credential-provider-node` in bundles. Lambda only provides credentials through the
 * environment, and they do not change during the lifetime of the sandbox
 * (docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html). The SDK imports it by this name.
 */
export function defaultProvider(): AwsAccess["credentials"] {
  return async () => {
    const access = readEnvironmentAccess(process.env);
    if (access) return access.credentials();
    throw new Error(
      "AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set; on Lambda they are.",
    );
  };
}
