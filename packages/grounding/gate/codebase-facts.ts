import { readPrompt } from "./prompt-reading.ts";
import { code, hasIdentifier, workspace } from "./rules.ts";

const FENCE = /^\s*(?:```|~~~)/;
/** Lines of a program, a diff, a stack trace or a shell. */
const LINES_OF_CODE = [
  /[;{}]\s*$/,
  /^(?: {4,}|\t)\S/,
  /^\s*(?:import|from|def|class|const|let|var|return|function|fn|func|public|private|protected|static|package|using|namespace|if|for|while|else|try|catch|switch|case|SELECT|INSERT|UPDATE|CREATE)\b.*[:;(){}=<>[\]]/,
  /^\s*(?:at|in) \S+ ?\(|^\s*File "|^Traceback\b|\b\w*(?:Error|Exception): |^\s*#\d+ +0x/,
  /^(?:[+-]{1,3}|@@|diff --git|index [\da-f]+\.\.)\s?\S*.*[(){};=/]/,
  /^\s*(?:\$|>>>|#!|<\/?\w+[^>]*>|\/\/|\/\*|\*\/)/,
];
const PATH =
  /(?:^|[\s("'])(?:\.{0,2}\/|~\/|[A-Za-z]:\\)?(?:[\w.@-]+[/\\]){2,}[\w.@-]*|(?:^|[\s("'])(?:\.{1,2}\/|~\/|\/(?=\w+\/))[\w./@-]+/;
const WEB_ADDRESS = /\b(?:https?:\/\/|www\.)\S+/g;
/** Statements about the caller's software without an identifier. */
const SOFTWARE_STATEMENT =
  /\b(?:our|my|this|the) (?:[\w-]+ ){0,2}(?:repo(?:sitory)?|code ?base|source code|monorepo|backend|frontend|micro-?services?|schema|database|deployment|pipeline|build|branch|commit|pull request|endpoint|api|module|package|library|class|function|service|server|stack|app|tests?)\b/i;
const SENTENCE_GAP = /(?<=[.!?。！？]["'”’)]?)\s+/;
/** Maximum length of a sentence. Anything longer is data. */
const MAX_SENTENCE_LENGTH = 1000;

/**
 * Removes statements about a codebase from a message: programs, paths, stack traces, identifiers and
 * sentences about a repository. Keeps statements about people and the world, so that pronouns can still be
 * resolved. Takes linear time.
 */
export function withoutCodebaseFacts(message: string): string {
  let fenced = false;
  const lines = message.split("\n").flatMap((line) => {
    if (FENCE.test(line)) {
      fenced = !fenced;
      return [];
    }
    return fenced || isCode(line) ? [] : [keepProse(line)];
  });
  return lines.join("\n").trim();
}

function isCode(line: string): boolean {
  return line.length <= MAX_SENTENCE_LENGTH && LINES_OF_CODE.some((pattern) => pattern.test(line));
}

function keepProse(line: string): string {
  return line
    .split(SENTENCE_GAP)
    .filter((sentence) => !isAboutCode(sentence))
    .join(" ");
}

function isAboutCode(sentence: string): boolean {
  if (sentence.trim() === "") return false;
  if (sentence.length > MAX_SENTENCE_LENGTH) return true;
  const text = sentence.replace(WEB_ADDRESS, "");
  if (PATH.test(text) || hasIdentifier(text)) return true;
  const reading = readPrompt(text);
  if (code.applies(reading)) return true;
  // "Explain who Linus Torvalds is in our README" is about a person.
  if (reading.people.some(({ capitals }) => capitals)) return false;
  return workspace.applies(reading) || SOFTWARE_STATEMENT.test(text);
}
