import type { GateRule } from "../rule.ts";

const IDENTIFIER =
  /`[^`\n]+`|\b[a-z][a-z0-9]*_[a-z0-9_]+\b|\b_{1,2}[a-z]\w*|\b[a-z]{3,}[A-Z][a-z]\w*\b|\b\w+\(\)|\b\w+\.(?:ts|tsx|js|jsx|py|rs|go|java|rb|c|cpp|h|json|ya?ml|toml|md|sh|css|html|sql)\b|\b[A-Za-z]\w+::\w+/;

const OURS =
  /\b(?:this|our|my) (?:workspace|project(?:'s)?|module|package|file|branch|commit|backend|frontend|build|pipeline|deployment)\b|\b(?:this|our|my|the) (?:repo(?:sitory)?|code ?base|pull request|test suite|source code)\b|\b(?:this|my|our) (?:code|function|class|method|script|error|bug|tests?|query|component|endpoint|api|snippet|stack trace)\b|\bpull request\b|\bin the code\b/;

/** "The class that …", "the test method", "base class": the nouns of code with what is said of them. */
const PART_OF_CODE =
  /\b(?:class|method|function|module|checker|fixture|decorator|dataclass|subclass|constructor|operator|predicate|dispatcher|property|attribute|argument|parameter)(?:es|s)?(?:'s?)?\s+(?:that|which|in the|for all|call|of the|used|responsible|interact|handle)\b|\b(?:base|test|abstract|parent|child|helper|example|factory|private|public|static|wrapper|expression|option|format|model|extraction|projection|constructor)\s+(?:class|method|function|module)(?:es|s)?\b|\b[A-Z][a-z]+[A-Z]\w*\s+(?:class|method|function|module|instance|object)\b/g;

/** Words of talk about software; two different ones make a question about code. */
const SOFTWARE = new Set(
  (
    "class classes subclass superclass method methods function functions module modules parameter parameters argument arguments attribute attributes " +
    "variable variables instance instances instantiation object objects constructor decorator decorators wrapper iterator generator callback " +
    "parser parsing parse lexer tokenizer compiler interpreter runtime dialect grammar segment template templates fixture fixtures test tests mock " +
    "exception exceptions error errors logging logger config configuration default boolean string strings integer array arrays list dict dictionary tuple enum " +
    "inheritance polymorphism interface interfaces abstract mixin hook hooks plugin plugins middleware handler handlers handling " +
    "api endpoint endpoints request response server client cache caching serialization serializer deserialization schema database query queries " +
    "backend frontend pipeline library framework implementation implement implemented implements initialization validation validate " +
    "refactor dependency dependencies import imports type types typing annotation annotations return returns returned invoke invoked invocation " +
    "call calls called override overrides subclassing metaclass namespace scope thread threads async lock memory buffer pointer " +
    "input output data flow logic node nodes tree graph matrix vector tensor expression expressions evaluation recursive recursion algorithm " +
    "architecture architectural design pattern mechanism separation coupling abstraction control algorithmic performance codebase helper utility"
  ).split(" "),
);

/** Telling on their own account, inflected or not; the list above is ordinary English as well. */
const TELLING =
  /\b(?:subclass|superclass|constructor|decorator|pars(?:er|ing)\b|lexer|tokeniz|runtime|polymorphi|mixin|middleware|seriali[sz]|deseriali[sz]|metaclass|instantiat|codebase|tuple|dict\b|enum\b|wrapper|iterat(?:or|ion|e)|callback|api\b|endpoint|fixture|boolean|namespace|refactor|backend|frontend|async|grammar|inherit|initiali[sz]|invocation|encapsulat|decoupl|delegat(?:e|es|ion)\b|dispatch(?:er|es)|travers(?:al|e|ing)|recurs|nested|lazy|conditionally|lazily|caching|cached|unevaluated|checker|validator|transformer|predicate|propagat)/g;

const PASCAL_CASE = /\b[A-Z][a-z]+[A-Z][A-Za-z]*\b/;

/** Whether a text holds a name of a program: `retry_delay`, `readFile()`, `main.ts`. */
export function hasIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/** A question about the user's own code: identifiers, "this repository", or several words of software. */
export const workspace: GateRule = {
  reason: "workspace",
  weight: -8,
  applies: ({ text, lower, words }) => {
    if (IDENTIFIER.test(text) || OURS.test(lower)) return true;
    const software = new Set(words.filter((word) => SOFTWARE.has(word)));
    const parts = text.match(PART_OF_CODE)?.length ?? 0;
    if (parts >= 1 && (software.size >= 2 || PASCAL_CASE.test(text))) return true;
    return software.size >= 4 || new Set(lower.match(TELLING)).size >= (software.size >= 2 ? 1 : 2);
  },
};
