import type { GateRule } from "../rule.ts";

const LANGUAGES =
  "python|java|javascript|typescript|c\\+\\+|c#|rust|golang|ruby|php|sql|bash|shell|kotlin|swift|perl|scala|haskell|matlab|html|css|regex";

const CODE = [
  /\b(?:def|function|fn|func)\s+\w+\s*\(|\bclass\s+\w+\s*(?:\(|\{|:\s*\n)/,
  /```|>>>\s|=>\s*[{(]|;\s*(?:\n|$)|^\s*#include\b|<\/?[a-z]+>/m,
  /^\s*(?:async\s+)?(?:def|class|func|fn|function|import|from|public|private|const|let|var|package|using)\s+[\w.{*]+.*(?:[:;({=]|\bimport\b)/m,
  /^\s*(?:select|insert|update|delete|create|alter)\s+.*\b(?:from|into|set|table)\b/im,
  /\b(?:write|create|implement|fix|debug|refactor|optimi[sz]e|complete|review|build)\b[^.?!\n]{0,40}\b(?:function|program|script|code|algorithm|class|method|query|regex|regular expression|unit tests?|component|endpoint|api)\b/i,
  new RegExp(
    `\\b(?:in|using|with|a|an|the|my|this)\\s+(?:${LANGUAGES})\\s+(?:function|program|script|code|class|query|error|solution|list|file)\\b`,
    "i",
  ),
  new RegExp(
    `\\b(?:how (?:do|can|to|would|should)\\b.{0,80})\\b(?:in|using|with)\\s+(?:${LANGUAGES})\\b`,
    "i",
  ),
  /\b(?:stack ?trace|traceback|segfault|nullpointer\w*|typeerror|syntaxerror|undefined is not|compile error)\b/i,
];

/** Source code, or a wish for some. */
export const code: GateRule = {
  reason: "code",
  weight: -12,
  applies: ({ text }) => CODE.some((pattern) => pattern.test(text)),
};
