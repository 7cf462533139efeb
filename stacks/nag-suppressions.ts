/** An accepted finding of cdk-nag's AwsSolutions, with the reason. */
export interface NagSuppression {
  /** For example `AwsSolutions-IAM5`. */
  rule: string;
  /** Matches the paths of the affected constructs, without their stack. */
  path: RegExp;
  /** Matches the finding, for a rule with several findings. */
  finding?: RegExp;
  reason: string;
}

/** The synthesis test permits only these findings. It also fails for an entry that matches no finding. */
export const NAG_SUPPRESSIONS: readonly NagSuppression[] = [
  {
    rule: "AwsSolutions-IAM4",
    path: /^CustomResourceHandler\/ServiceRole\//,
    finding: /AWSLambdaBasicExecutionRole$/,
    reason:
      "A function of SST for custom resources, one per stack. The managed policy only allows it to write logs.",
  },
  {
    rule: "AwsSolutions-L1",
    path: /^CustomResourceHandler\//,
    reason: "A function of SST, whose runtime SST chooses. Our code does not invoke it.",
  },
  {
    rule: "AwsSolutions-IAM5",
    path: /Role\/DefaultPolicy\//,
    finding: /^Resource::\*$/,
    reason:
      "PutTraceSegments and PutTelemetryRecords of X-Ray support no resource-level permissions. A test checks that no other action has `*`.",
  },
  {
    rule: "AwsSolutions-IAM5",
    path: /^(?:Agent|Research|Tools|Mcp)Role\/DefaultPolicy\//,
    finding: /^Resource::arn:<AWS::Partition>:bedrock:\*::foundation-model\/[\w.:-]+$/,
    reason:
      "An inference profile sends a call to this one model, in any of the profile's regions (stacks/model.ts).",
  },
  {
    rule: "AwsSolutions-IAM5",
    path: /^(?:Agent|Research|Tools|Mcp)Role\/DefaultPolicy\//,
    finding: /^Resource::arn:<AWS::Partition>:bedrock:\*::foundation-model\/\*$/,
    reason:
      "The ID of an application inference profile does not reveal its model. A condition permits only calls through this profile (stacks/model.ts).",
  },
  {
    rule: "AwsSolutions-IAM5",
    path: /Role\/DefaultPolicy\//,
    finding: /^Resource::arn:<AWS::Partition>:kms:.*:key\/\*$/,
    reason:
      "Tenants' own keys are not known at deployment. The statement covers only keys with an alias for a tenant of this stage (stacks/permissions.ts).",
  },
  {
    rule: "AwsSolutions-SQS3",
    path: /^TickFailures\//,
    reason:
      "It is itself the dead-letter queue of the tick and of the rules that invoke it, which cdk-nag does not check.",
  },
  {
    rule: "AwsSolutions-APIG2",
    path: /^Api\/Resource$/,
    reason:
      "The service checks every field of a request against the schema from which its API description is generated. A model at the gateway would be a second, weaker copy.",
  },
  {
    rule: "AwsSolutions-APIG3",
    path: /^Api\/DeploymentStage\.live\//,
    reason:
      "A web firewall has a monthly price, so stages without tenants' data have none (stacks/stage.ts).",
  },
  {
    rule: "AwsSolutions-APIG4",
    path: /^Api\/Default\//,
    reason:
      "The functions check the caller's key with one read, so that a revoked key is refused immediately. An authorizer would read it too, or cache it.",
  },
  {
    rule: "AwsSolutions-COG4",
    path: /^Api\/Default\//,
    reason: "Callers are tenants' programs with API keys, not users of a Cognito pool.",
  },
  {
    rule: "AwsSolutions-APIG6",
    path: /^Api\/DeploymentStage\.live\//,
    reason:
      "Execution logs contain parameters and, with data tracing, bodies with tokens. The access log records the gateway's refusals, and the functions' logs the rest.",
  },
];
