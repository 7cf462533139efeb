/** A rule of cfn-lint whose findings are allowed. */
export interface IgnoredRule {
  rule: string;
  /** The findings of the rule that are ignored, by place. */
  place: RegExp;
  reason: string;
}

export const IGNORED_RULES: readonly IgnoredRule[] = [
  {
    rule: "W3005",
    place: /^Resources\/\w+\/DependsOn\/\d+$/,
    reason:
      "The CDK has every function depend on its role, to which GetAtt leads anyway, and with it on the role's policies, to which nothing else does.",
  },
];
