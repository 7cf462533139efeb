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

/** The synthesis test permits only these findings. It also fails for an entry that matches no stage. */
export const NAG_SUPPRESSIONS: readonly NagSuppression[] = [
  {
    rule: "AwsSolutions-IAM4",
    path: /^CustomResourceHandler\/ServiceRole\//,
    finding: /AWSLambdaBasicExecutionRole$/,
    reason:
      "SST's own function for custom resources, one a stack. The managed policy lets it write logs and no more.",
  },
  {
    rule: "AwsSolutions-L1",
    path: /^CustomResourceHandler\//,
    reason: "SST's own function, whose runtime SST chooses. Nothing of ours invokes it.",
  },
  {
    rule: "AwsSolutions-IAM5",
    path: /Role\/DefaultPolicy\//,
    finding: /^Resource::\*$/,
    reason:
      "X-Ray: PutTraceSegments and PutTelemetryRecords know no resources. A test sees that no other action has `*`.",
  },
  {
    rule: "AwsSolutions-IAM5",
    path: /^(?:Agent|Research|Tools|Mcp)Role\/DefaultPolicy\//,
    finding: /^Resource::arn:<AWS::Partition>:bedrock:\*::foundation-model\/[\w.:-]+$/,
    reason:
      "An inference profile sends a call to the one named model in whichever of its regions it chooses (stacks/model.ts).",
  },
  {
    rule: "AwsSolutions-IAM5",
    path: /^(?:Agent|Research|Tools|Mcp)Role\/DefaultPolicy\//,
    finding: /^Resource::arn:<AWS::Partition>:bedrock:\*::foundation-model\/\*$/,
    reason:
      "The id of an application's inference profile does not tell its model; a condition lets calls through that come by this profile alone (stacks/model.ts).",
  },
  {
    rule: "AwsSolutions-IAM5",
    path: /Role\/DefaultPolicy\//,
    finding: /^Resource::arn:<AWS::Partition>:kms:.*:key\/\*$/,
    reason:
      "Keys that tenants bring are not known when the stack is made; the statement takes those alone that have a tenant's alias of this stage (stacks/permissions.ts).",
  },
  {
    rule: "AwsSolutions-SQS3",
    path: /^TickFailures\//,
    reason:
      "It is a dead-letter queue itself: of the tick and of the rules that ask it, which cdk-nag does not look at.",
  },
  {
    rule: "AwsSolutions-APIG2",
    path: /^Api\/Resource$/,
    reason:
      "The service checks every field of a request against the schema that its description of the API is made of. A model at the gateway would be a second, weaker copy.",
  },
  {
    rule: "AwsSolutions-APIG3",
    path: /^Api\/DeploymentStage\.live\//,
    reason:
      "A web firewall costs by the month; stages that hold no tenants' data have none (stacks/stage.ts).",
  },
  {
    rule: "AwsSolutions-APIG4",
    path: /^Api\/Default\//,
    reason:
      "The functions check the caller's key with one read, so that a revoked key is refused at once; an authorizer would read it too, or cache it.",
  },
  {
    rule: "AwsSolutions-COG4",
    path: /^Api\/Default\//,
    reason: "Callers are programs of tenants with keys of their own, not users of a Cognito pool.",
  },
  {
    rule: "AwsSolutions-APIG6",
    path: /^Api\/DeploymentStage\.live\//,
    reason:
      "Execution logs hold parameters and, one switch further, bodies with tokens. The access log tells the gateway's refusals, the functions' logs the rest.",
  },
];
