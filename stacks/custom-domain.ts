import { CfnDomainName, EndpointType, type RestApi } from "aws-cdk-lib/aws-apigateway";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import type { Stack } from "sst/constructs";
import { requireModernTls } from "./tls-policy.ts";

export interface CustomDomain {
  name: string;
  /** Of a certificate in the stage's region that AWS Certificate Manager holds. */
  certificateArn: string;
}

/**
 * `DOMAIN_NAME` and `CERTIFICATE_ARN` of the deploying environment; both or none. Throws for one alone and
 * for what is no host name.
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
 * Serves the API at the root of the domain (a base path would be part of what the functions take for the
 * path). The name's owner points it at what the outputs say.
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
