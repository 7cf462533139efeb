import ts from "typescript";
import { type Mutant, mutate, visitMutants } from "./mutants.ts";

/** A mutant with the number that activates it. */
export interface NumberedMutant extends Mutant {
  id: number;
}

export interface SwitchedSource {
  text: string;
  /** The numbers of the mutants that are in the text. */
  switched: Set<number>;
}

/** Text to put in place of a part of the source. Parts lie inside or outside each other, never across. */
interface Edit {
  id: number;
  start: number;
  end: number;
  /** Takes the text of the part with the edits inside it already made. */
  wrap(inner: string): string;
}

/** The name in switched code of the function that says whether a mutant is active. */
const SWITCH = "__isActive";

/**
 * Writes mutants of one file into its source at once, each behind a switch: `a < b` becomes
 * `(__isActive(7) ? (a <= b) : (a < b))`. With no mutant active the code does what it did before.
 * `switchModule` is what the file imports the switch from; its `isActive(id)` chooses the mutant.
 * Leaves out mutants that no switch can express: write those with `mutate`, one at a time.
 */
export function switchMutants(
  source: string,
  mutants: readonly NumberedMutant[],
  switchModule: string,
): SwitchedSource {
  const edits = editsOf(source, mutants);
  // On the first line, so that each line keeps its number.
  const imported = `import { isActive as ${SWITCH} } from ${JSON.stringify(switchModule)}; `;
  const text = imported + applyEdits(source, 0, source.length, edits);
  if (edits.length === 0 || !parses(text)) return { text: source, switched: new Set() };
  return { text, switched: new Set(edits.map(({ id }) => id)) };
}

function editsOf(source: string, mutants: readonly NumberedMutant[]): Edit[] {
  const key = (start: number, end: number, replacement: string) => `${start} ${end} ${replacement}`;
  const wanted = new Map(mutants.map((one) => [key(one.start, one.end, one.replacement), one]));
  const file = ts.createSourceFile("switched.ts", source, ts.ScriptTarget.Latest, true);
  const edits: Edit[] = [];
  visitMutants(file, (part, replacement) => {
    const mutant = wanted.get(key(part.getStart(file), part.getEnd(), replacement));
    const edit = mutant && editOf(part, mutant, source);
    if (edit) edits.push(edit);
  });
  return edits;
}

/** Finds the form in which a mutant can be switched. */
function editOf(part: ts.Node, mutant: NumberedMutant, source: string): Edit | undefined {
  const { id, start, end, original, replacement } = mutant;
  const active = `${SWITCH}(${id})`;
  const { parent } = part;
  if (ts.isExpressionStatement(part))
    return { id, start, end, wrap: (inner) => `{ if (!${active}) { ${inner} } }` };
  if (ts.isPropertyAccessExpression(parent) && parent.name === part) {
    // a?.some(f) becomes a?.[… ? "every" : "some"](f): the call keeps its `this`.
    const dot = parent.questionDotToken;
    const chosen = `[${active} ? ${JSON.stringify(replacement)} : ${JSON.stringify(original)}]`;
    const from = dot ? dot.getEnd() : parent.expression.getEnd() + dotOffset(parent, source);
    return { id, start: from, end, wrap: () => chosen };
  }
  if (ts.isNumericLiteral(part) && isPropertyName(part))
    return { id, start, end, wrap: () => `[${active} ? ${replacement} : ${original}]` };
  const site = ts.isBinaryExpression(parent) && parent.operatorToken === part ? regrouped(parent) : part;
  if (!ts.isExpression(site)) return undefined;
  const [from, to] = [site.getStart(), site.getEnd()];
  const mutated = mutate(source, mutant).slice(from, to + replacement.length - original.length);
  return { id, start: from, end: to, wrap: (inner) => `(${active} ? (${mutated}) : (${inner}))` };
}

/** Measures from the end of the object to the dot of `object.method`: the dot may be on the next line. */
function dotOffset({ expression, name }: ts.PropertyAccessExpression, source: string): number {
  return source.slice(0, name.getStart()).lastIndexOf(".") - expression.getEnd();
}

/**
 * The largest expression that another operator may group anew: `a && b && c` becomes `a || b && c`, where
 * `b && c` comes first. Only `&&` and `||` have different precedence from what replaces them.
 */
function regrouped(node: ts.BinaryExpression): ts.Expression {
  let site = node;
  while (isLogical(site) && ts.isBinaryExpression(site.parent) && isLogical(site.parent)) site = site.parent;
  return site;
}

function isLogical({ operatorToken }: ts.BinaryExpression): boolean {
  return (
    operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    operatorToken.kind === ts.SyntaxKind.BarBarToken
  );
}

/** Recognises the `5` of `{ 5: a }`, of `const { 5: a } = b` and of a class member. */
function isPropertyName(node: ts.NumericLiteral): boolean {
  const { parent } = node;
  return (
    ((ts.isPropertyAssignment(parent) || ts.isClassElement(parent) || ts.isMethodDeclaration(parent)) &&
      parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node)
  );
}

/** Copies the source from `start` to `end` with the edits made that lie between. */
function applyEdits(source: string, start: number, end: number, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
  let text = "";
  let position = start;
  for (let edit = sorted.shift(); edit; edit = sorted.shift()) {
    const outer = edit;
    const inside = sorted.filter((other) => other.start < outer.end);
    sorted.splice(0, inside.length);
    text += source.slice(position, outer.start);
    text += outer.wrap(applyEdits(source, outer.start, outer.end, inside));
    position = outer.end;
  }
  return text + source.slice(position, end);
}

/** A switch in a place that was not foreseen must not break its file. */
function parses(text: string): boolean {
  const { diagnostics } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  });
  return diagnostics?.length === 0;
}
