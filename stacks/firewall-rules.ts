import type { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { LONGEST_BODY, numberAbove } from "./body-limit.ts";
import type { FirewallLimits } from "./firewall-limits.ts";
import { bearerPattern, keylessPathPattern, VISIT_PATTERN } from "./firewall-patterns.ts";
import type { Problem } from "./problem-text.ts";

/** A rule of the stage's own, beside AWS's. */
export interface FirewallRule {
  name: string;
  statement: CfnWebACL.StatementProperty;
  /** The answer to what is blocked. */
  problem: Problem;
  /** Beside the problem. */
  headers?: Readonly<Record<string, string>>;
}

const FIVE_MINUTES = 300;
const MINUTE = 60;
const AS_IT_IS = [{ priority: 0, type: "NONE" }];

/**
 * The limits of requests, the check that a key is there, and the limit of a body's size. The firewall cannot
 * tell whether a key is valid: it looks for something that has the form of one. What passes for one by its
 * form is counted with its address, and the functions refuse it.
 *
 * Capacity, in AWS's units (docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statements-list.html): 78
 * for these rules and 700 for AWS's common ones, of the 1,500 that are in the price and the 5,000 that a
 * firewall may have. A test adds them up.
 */
export function firewallRules(
  { perAddress, perKey, perAddressWithoutKey }: FirewallLimits,
  { tokens }: { tokens: boolean },
): readonly FirewallRule[] {
  const hasKey = anyOf(
    matches({ singleHeader: { Name: "authorization" } }, bearerPattern({ tokens })),
    matches({ singleHeader: { Name: "cookie" } }, VISIT_PATTERN),
  );
  return [
    {
      name: "requests-of-one-address",
      statement: {
        rateBasedStatement: {
          aggregateKeyType: "IP",
          evaluationWindowSec: FIVE_MINUTES,
          limit: perAddress,
        },
      },
      ...tooMany(
        `One address may send ${perAddress} requests in five minutes; wait until they are over.`,
        300,
      ),
    },
    {
      name: "requests-of-one-key",
      statement: {
        rateBasedStatement: {
          aggregateKeyType: "CUSTOM_KEYS",
          customKeys: [{ header: { name: "authorization", textTransformations: IN_ONE_SPELLING } }],
          evaluationWindowSec: MINUTE,
          limit: perKey,
        },
      },
      ...tooMany(`One key may send ${perKey} requests a minute; wait for a minute, and send fewer.`, MINUTE),
    },
    {
      name: "requests-without-key",
      statement: {
        rateBasedStatement: {
          aggregateKeyType: "IP",
          evaluationWindowSec: MINUTE,
          limit: perAddressWithoutKey,
          scopeDownStatement: allOf(not(hasKey), not(IS_PREFLIGHT)),
        },
      },
      ...tooMany(
        `One address may send ${perAddressWithoutKey} requests a minute without a key; wait for a minute.`,
        MINUTE,
      ),
    },
    {
      name: "no-key",
      statement: allOf(not(hasKey), not(IS_PREFLIGHT), not(matches({ uriPath: {} }, keylessPathPattern()))),
      problem: {
        status: 401,
        title: "Not authenticated",
        code: "unauthenticated",
        detail: "Send an API key as `Authorization: Bearer plk_…`.",
      },
      headers: { "www-authenticate": 'Bearer realm="plumbline"' },
    },
    {
      name: "body-too-large",
      // The firewall sees the first 16 KB of a body, so it cannot measure one. It refuses by the length that
      // a request names; one that names none, or a wrong one, is refused by the service, which reads no more
      // than that (of most bodies 1 MiB), and API Gateway takes 10 MB at most.
      statement: matches({ singleHeader: { Name: "content-length" } }, numberAbove(LONGEST_BODY)),
      problem: {
        status: 413,
        title: "Body too large",
        code: "body_too_large",
        detail: "A body may have at most 1 MiB; that of a tool call or of /mcp 1 MiB and 64 KiB.",
      },
    },
  ];
}

/** `bearer  plk_…` and `Bearer plk_…` are one key. */
const IN_ONE_SPELLING = [
  { priority: 0, type: "COMPRESS_WHITE_SPACE" },
  { priority: 1, type: "LOWERCASE" },
];

/** A browser's question before a page's request, which never has a key. */
const IS_PREFLIGHT: CfnWebACL.StatementProperty = {
  byteMatchStatement: {
    fieldToMatch: { method: {} },
    positionalConstraint: "EXACTLY",
    searchString: "OPTIONS",
    textTransformations: AS_IT_IS,
  },
};

function matches(
  fieldToMatch: CfnWebACL.FieldToMatchProperty,
  regexString: string,
): CfnWebACL.StatementProperty {
  return { regexMatchStatement: { fieldToMatch, regexString, textTransformations: AS_IT_IS } };
}

function not(statement: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty {
  return { notStatement: { statement } };
}

function allOf(...statements: CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty {
  return { andStatement: { statements } };
}

function anyOf(...statements: CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty {
  return { orStatement: { statements } };
}

function tooMany(detail: string, seconds: number): Pick<FirewallRule, "problem" | "headers"> {
  return {
    problem: { status: 429, title: "Too many requests", code: "too_many_requests", detail },
    headers: { "retry-after": String(seconds) },
  };
}
