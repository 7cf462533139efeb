import type { AwsAccess } from "@plumbline/agent/model/drivers.ts";
import { environmentAccess } from "@plumbline/aws/access/environment-access.ts";

/**
 * Replaces `@aws-sdk/credential-provider-node` in bundles. Lambda provides credentials only through the
 * environment, and they stay the same for the lifetime of the sandbox
 * (docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html).
 */
export function defaultProvider(): AwsAccess["credentials"] {
  return async () => {
    const access = environmentAccess(process.env);
    if (access) return access.credentials();
    throw new Error("AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set, as Lambda does.");
  };
}
