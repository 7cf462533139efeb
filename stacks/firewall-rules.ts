import type { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { LONGEST_BODY, numberAbove } from "./body-limit.ts";
import type { Problem } from "./problem-text.ts";

/** A rule of the stage's own, beside AWS's. */
export interface FirewallRule {
  name: string;
  statement: CfnWebACL.StatementProperty;
  /** The answer to what is blocked. */
  problem: Problem;
  /** Seconds. */
  retryAfter?: number;
}

/**
 * The limit of requests of one address, and that of a body's size.
 *
 * The firewall sees the first 16 KB of a body, so it cannot measure one. It refuses by the length that a
 * request names; one that names none, or a wrong one, is refused by the service, which reads no more than
 * that (of most bodies 1 MiB), and API Gateway takes 10 MB at most.
 */
export function firewallRules(requestsPerFiveMinutes: number): readonly FirewallRule[] {
  return [
    {
      name: "requests-of-one-address",
      statement: {
        rateBasedStatement: {
          aggregateKeyType: "IP",
          evaluationWindowSec: 300,
          limit: requestsPerFiveMinutes,
        },
      },
      problem: {
        status: 429,
        title: "Too many requests",
        code: "too_many_requests",
        detail: `One address may send ${requestsPerFiveMinutes} requests in five minutes; wait until they are over.`,
      },
      retryAfter: 300,
    },
    {
      name: "body-too-large",
      statement: {
        regexMatchStatement: {
          fieldToMatch: { singleHeader: { Name: "content-length" } },
          regexString: numberAbove(LONGEST_BODY),
          textTransformations: [{ priority: 0, type: "NONE" }],
        },
      },
      problem: {
        status: 413,
        title: "Body too large",
        code: "body_too_large",
        detail: "A body may have at most 1 MiB; that of a tool call or of /mcp 1 MiB and 64 KiB.",
      },
    },
  ];
}
