import type { CfnDomainName, CfnRestApi } from "aws-cdk-lib/aws-apigateway";

/**
 * TLS 1.2 and 1.3 with forward secrecy and no older suites; a regional API is left at TLS 1.0 by default
 * (docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies-list.html).
 */
const POLICY = "SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09";

/**
 * The access mode goes with such a policy and CDK 2.224 does not know it. Both belong together, on an API and
 * on its domain.
 */
export function requireModernTls(resource: CfnRestApi | CfnDomainName): void {
  resource.securityPolicy = POLICY;
  resource.addPropertyOverride("EndpointAccessMode", "BASIC");
}
