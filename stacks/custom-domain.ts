import { CfnDomainName, EndpointType, type RestApi } from "aws-cdk-lib/aws-apigateway";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import type { Stack } from "sst/constructs";
import { requireModernTls } from "./tls-policy.ts";

export interface CustomDomain {
  name: string;
  /** ARN of a certificate in the stage's region, managed by AWS Certificate Manager. */
  certificateArn: string;
}

/**
 * Returns `DOMAIN_NAME` and `CERTIFICATE_ARN` of the deploying environment, or `undefined` if neither is set.
 * Throws if only one is set or the name is not a host name.
 */
export function customDomain(
  environment: Readonly<Record<string, string | undefined>>,
): CustomDomain | undefined {
  const { DOMAIN_NAME: name, CERTIFICATE_ARN: certificateArn } = environment;
  if (!name && !certificateArn) return undefined;
  if (!name || !certificateArn)
    throw new Error("DOMAIN_NAME and CERTIFICATE_ARN are set together or not at all.");
  if (!/^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,}$/.test(name))
    throw new Error("DOMAIN_NAME must be a host name in lower case, without a scheme or a path.");
  if (!/^arn:[^:]+:acm:[^:]+:\d{12}:certificate\/[\w-]+$/.test(certificateArn))
    throw new Error("CERTIFICATE_ARN must be the ARN of a certificate of AWS Certificate Manager.");
  return { name, certificateArn };
}

/**
 * Serves the API at the root of the domain, because a base path would become part of the path that the
 * functions see. The domain's owner points it at the address in the stack's outputs.
 */
export function addCustomDomain(
  stack: Stack,
  gateway: RestApi,
  { name, certificateArn }: CustomDomain,
): void {
  const domain = gateway.addDomainName("Domain", {
    domainName: name,
    certificate: Certificate.fromCertificateArn(stack, "Certificate", certificateArn),
    endpointType: EndpointType.REGIONAL,
  });
  const resource = domain.node.defaultChild;
  if (!(resource instanceof CfnDomainName)) throw new Error("The domain has no CloudFormation resource.");
  requireModernTls(resource);
  stack.addOutputs({
    DomainTarget: domain.domainNameAliasDomainName,
    DomainTargetZone: domain.domainNameAliasHostedZoneId,
  });
}
