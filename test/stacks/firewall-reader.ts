/** A request as far as the firewall's own rules look at it. */
export interface FirewallRequest {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
}

type Fields = Record<string, Record<string, unknown>>;

/** Tells whether a statement of the synthesised firewall holds for a request. Throws for other kinds. */
export function holds(statement: unknown, request: FirewallRequest): boolean {
  const { AndStatement, OrStatement, NotStatement, RegexMatchStatement, ByteMatchStatement } = Object(
    statement,
  ) as Fields;
  if (AndStatement) return list(AndStatement.Statements).every((one) => holds(one, request));
  if (OrStatement) return list(OrStatement.Statements).some((one) => holds(one, request));
  if (NotStatement) return !holds(NotStatement.Statement, request);
  if (RegexMatchStatement) {
    return new RegExp(String(RegexMatchStatement.RegexString)).test(
      fieldOf(RegexMatchStatement.FieldToMatch, request),
    );
  }
  if (ByteMatchStatement?.PositionalConstraint === "EXACTLY")
    return ByteMatchStatement.SearchString === fieldOf(ByteMatchStatement.FieldToMatch, request);
  throw new Error(`Not read here: ${JSON.stringify(statement)}`);
}

function fieldOf(field: unknown, { method, path, headers = {} }: FirewallRequest): string {
  const { Method, UriPath, SingleHeader } = Object(field) as Fields;
  if (Method) return method;
  if (UriPath) return path;
  if (SingleHeader) return headers[String(SingleHeader.Name)] ?? "";
  throw new Error(`Not read here: ${JSON.stringify(field)}`);
}

/** AWS's price of its common rules in capacity. */
const COMMON_RULES = 700;

/**
 * Adds up the capacity of a statement as AWS counts it
 * (docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statements-list.html): 2 for a limit and 30 more
 * for each key of its own, 3 for a regular expression, 2 for an exact text, 10 for a transformation.
 */
export function capacityOf(statement: unknown): number {
  const found = Object(statement) as Fields;
  const { AndStatement, OrStatement, NotStatement, RateBasedStatement } = found;
  const { RegexMatchStatement, ByteMatchStatement } = found;
  const all = AndStatement ?? OrStatement;
  if (all) return sum(list(all.Statements).map(capacityOf));
  if (NotStatement) return capacityOf(NotStatement.Statement);
  if (RegexMatchStatement) return 3 + transformations(RegexMatchStatement);
  if (ByteMatchStatement) return 2 + transformations(ByteMatchStatement);
  if (found.ManagedRuleGroupStatement?.Name === "AWSManagedRulesCommonRuleSet") return COMMON_RULES;
  if (!RateBasedStatement) throw new Error(`Not read here: ${JSON.stringify(statement)}`);
  const keys = list(RateBasedStatement.CustomKeys).map(
    (key) => 30 + sum(Object.values(Object(key)).map(transformations)),
  );
  const { ScopeDownStatement } = RateBasedStatement;
  return 2 + sum(keys) + (ScopeDownStatement ? capacityOf(ScopeDownStatement) : 0);
}

function transformations(inspected: unknown): number {
  return 10 * list(Object(inspected).TextTransformations).filter(({ Type }) => Type !== "NONE").length;
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value : [];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
