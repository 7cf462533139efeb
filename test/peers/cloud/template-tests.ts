import { expect, test } from "vitest";
import { ACCOUNT } from "./aws-stub.ts";
import { type BuiltStage, REGION } from "./built-stage.ts";
import { type LintFinding, lintTemplates } from "./cfn-lint.ts";
import { IGNORED_RULES, type IgnoredRule } from "./ignored-rules.ts";

/** Tests of the templates of a stage, whichever it is. */
export function testTemplates(built: () => BuiltStage): void {
  test("sst build asks AWS for its caller and the bootstrap stacks, and nothing else", () => {
    expect(built().refused).toEqual([]);
  });

  test("cfn-lint has nothing against the templates but what is ignored by name, and each of these is needed", async () => {
    const findings = await lintTemplates(built().files);
    const unexplained = findings.filter((finding) => !IGNORED_RULES.some((rule) => covers(rule, finding)));
    expect(unexplained).toEqual([]);
    const idle = IGNORED_RULES.filter((rule) => !findings.some((finding) => covers(rule, finding)));
    expect(idle).toEqual([]);
  });

  test("they are made for the region that the deploying environment names", () => {
    const resources = [...built().templates.values()].flatMap(({ Resources }) => Object.values(Resources));
    const functions = resources.filter(({ Type }) => Type === "AWS::Lambda::Function");
    const buckets = new Set(functions.map(({ Properties }) => Object(Properties.Code).S3Bucket));
    expect([...buckets]).toEqual([`cdk-hnb659fds-assets-${ACCOUNT}-${REGION}`]);
  });
}

function covers({ rule, place }: IgnoredRule, finding: LintFinding): boolean {
  return finding.rule === rule && place.test(finding.place);
}
