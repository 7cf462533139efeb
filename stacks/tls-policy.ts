import type { CfnDomainName, CfnRestApi } from "aws-cdk-lib/aws-apigateway";

/**
 * TLS 1.2 and 1.3 with forward secrecy and without older cipher suites. By default, a regional API permits
 * TLS 1.0 (docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies-list.html).
 */
const POLICY = "SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09";

/**
 * Requires modern TLS on an API or its domain. Such a policy needs the access mode, which CDK 2.224 does not
 * support.
 */
export function requireModernTls(resource: CfnRestApi | CfnDomainName): void {
  resource.securityPolicy = POLICY;
  resource.addPropertyOverride("EndpointAccessMode", "BASIC");
}
