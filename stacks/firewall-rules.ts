import type { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { MAX_BODY_BYTES, matchNumberAbove } from "./body-limit.ts";
import type { FirewallLimits } from "./firewall-limits.ts";
import { bearerPattern, keylessPathPattern, VISIT_PATTERN } from "./firewall-patterns.ts";
import type { Problem } from "./problem-text.ts";

/** One of the stage's own rules, in addition to AWS's. */
export interface FirewallRule {
  name: string;
  statement: CfnWebACL.StatementProperty;
  /** The response to a blocked request. */
  problem: Problem;
  /** Headers in addition to the problem's. */
  headers?: Readonly<Record<string, string>>;
}

const FIVE_MINUTES = 300;
const MINUTE = 60;
const AS_IT_IS = [{ priority: 0, type: "NONE" }];

/**
 * Returns the request limits, the check for a key, and the limit on a body's size. The firewall cannot tell
 * whether a key is valid. It checks only the format. Other text in that format counts for its address, and
 * the functions refuse it.
 *
 * Capacity in AWS's units (docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statements-list.html): 78
 * for these rules and 700 for AWS's common ones. 1,500 are included in the price, and a firewall may have
 * 5,000. A test adds them up.
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
      // The firewall sees only the first 16 KB of a body, so it cannot measure its size. It refuses by the
      // length that a request declares. A request that declares no length, or a wrong one, is refused by the
      // service, which reads at most that much (1 MiB of most bodies). API Gateway accepts at most 10 MB.
      statement: matches({ singleHeader: { Name: "content-length" } }, matchNumberAbove(MAX_BODY_BYTES)),
      problem: {
        status: 413,
        title: "Body too large",
        code: "body_too_large",
        detail: "A body may have at most 1 MiB; that of a tool call or of /mcp 1 MiB and 64 KiB.",
      },
    },
  ];
}

/** Normalises `bearer plk_…` and `Bearer plk_…` to one key. */
const IN_ONE_SPELLING = [
  { priority: 0, type: "COMPRESS_WHITE_SPACE" },
  { priority: 1, type: "LOWERCASE" },
];

/** Matches a browser's preflight request, which never contains a key. */
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
