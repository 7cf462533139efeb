import { AwsSolutionsChecks, type INagLogger } from "cdk-nag";

/** A fault that a rule of cdk-nag finds with a resource. */
export interface Finding {
  /** `AwsSolutions-IAM5`. */
  rule: string;
  /** Of the construct, without its stack: `Api/DeploymentStage.live/Resource`. */
  path: string;
  stack: string;
  /** The exact fault, where the rule distinguishes several: `Resource::*`. */
  finding: string;
}

/**
 * The AwsSolutions pack, and the list that its findings come to stand in. A rule that fails itself is a
 * finding, too.
 */
export function nagChecks(): { checks: AwsSolutionsChecks; findings: Finding[] } {
  const findings: Finding[] = [];
  const note = (rule: string, path: string, finding: string) => {
    const [stack = "", ...rest] = path.split("/");
    findings.push({ rule, path: rest.join("/"), stack, finding });
  };
  const ignore = () => undefined;
  const logger: INagLogger = {
    onNonCompliance: ({ ruleId, resource, findingId }) => note(ruleId, resource.node.path, findingId),
    onError: ({ ruleId, resource, errorMessage }) => note(ruleId, resource.node.path, errorMessage),
    onSuppressed: ({ ruleId, resource }) => note(ruleId, resource.node.path, "suppressed elsewhere"),
    onSuppressedError: ({ ruleId, resource }) => note(ruleId, resource.node.path, "suppressed elsewhere"),
    onCompliance: ignore,
    onNotApplicable: ignore,
  };
  return { checks: new AwsSolutionsChecks({ reports: false, additionalLoggers: [logger] }), findings };
}
