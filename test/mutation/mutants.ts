import ts from "typescript";

/** One small change that a test should notice. */
export interface Mutant {
  /** Path from the root of the repository. */
  path: string;
  /** Counts from 1. */
  line: number;
  /** Where the replaced text begins and ends in the file. */
  start: number;
  end: number;
  original: string;
  replacement: string;
}

/** Lists every mutant of a TypeScript source, in the order of the text. */
export function mutantsOf(path: string, source: string): Mutant[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  visitMutants(file, (part, replacement) => {
    const [start, end] = [part.getStart(file), part.getEnd()];
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ path, line, start, end, original: source.slice(start, end), replacement });
  });
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Calls `onMutant` with each part of a parsed source that a mutant replaces, and its replacement. */
export function visitMutants(
  file: ts.SourceFile,
  onMutant: (part: ts.Node, replacement: string) => void,
): void {
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    for (const [part, replacement] of replacementsOf(node)) onMutant(part, replacement);
    ts.forEachChild(node, visit);
  };
  visit(file);
}

/** The source with the mutant in it. */
export function mutate(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

type Replacement = [part: ts.Node, replacement: string];

const OPERATORS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
  [ts.SyntaxKind.AsteriskToken, "/"],
  [ts.SyntaxKind.SlashToken, "*"],
  [ts.SyntaxKind.MinusToken, "+"],
]);

const METHODS: ReadonlyMap<string, string> = new Map([
  ["some", "every"],
  ["every", "some"],
  ["min", "max"],
  ["max", "min"],
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["shift", "pop"],
  ["unshift", "push"],
]);

function replacementsOf(node: ts.Node): Replacement[] {
  if (ts.isBinaryExpression(node)) {
    const operator = OPERATORS.get(node.operatorToken.kind);
    return operator === undefined ? [] : [[node.operatorToken, operator]];
  }
  if (ts.isNumericLiteral(node)) return [[node, oneMore(node.text)]];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, "false"]];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [[node, "true"]];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [[node, node.operand.getText()]];
  if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent)) {
    const method = node.parent.expression === node ? METHODS.get(node.name.text) : undefined;
    return method === undefined ? [] : [[node.name, method]];
  }
  if (ts.isIfStatement(node)) return [[node.expression, "false"]];
  if (ts.isConditionalExpression(node)) return [[node.condition, "false"]];
  if (ts.isExpressionStatement(node) && isCall(node.expression)) return [[node, ";"]];
  return [];
}

function oneMore(digits: string): string {
  const value = Number(digits);
  return String(Number.isInteger(value) ? value + 1 : value * 1.5);
}

/** A call whose result nobody uses: it is made for what it does. */
function isCall(expression: ts.Expression): boolean {
  const inner = ts.isAwaitExpression(expression) ? expression.expression : expression;
  return ts.isCallExpression(inner) && inner.expression.kind !== ts.SyntaxKind.SuperKeyword;
}
