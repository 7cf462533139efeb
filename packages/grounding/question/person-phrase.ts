import type { ProperName } from "../text/names.ts";
import { type Token, tokenize, toSingular } from "../text/tokens.ts";
import type { QuestionConstraints } from "./question.ts";
import type { QuestionPatterns } from "./question-patterns.ts";

/**
 * A name with the adjacent description of who is meant: "the physicist Ana Silva from Toronto", "Sam Altman
 * (the OpenAI CEO)".
 */
interface PersonPhrase extends Description {
  start: number;
  end: number;
}

type Description = Omit<QuestionConstraints, "years">;

const IN_BRACKETS = /^\s*[(（]([^()（）]{2,100})[)）]/u;
const IN_COMMAS = /^\s*[,，、]\s+([^,;:?!()]{2,120})(?:(?=,)|(?=[.?!;:)]|$))/u;
const READ_AFTER = 250;
const READ_BEFORE = 80;
const MAX_ROLE_WORDS = 6;
/** "American", "Chinese", "British": an adjective of origin is part of the role. */
const ORIGIN =
  /(?:[ai]an|ese|ish|can|ean|ni|qi|eli|French|Dutch|Greek|Swiss|Welsh|Czech|Thai|Irish|Scots|African)s?$/;

/** Reads the description around a name. Stops at a verb or a conjunction. */
export function readPersonPhrase(text: string, name: ProperName, patterns: QuestionPatterns): PersonPhrase {
  const before = readRoleBefore(text.slice(Math.max(0, name.start - READ_BEFORE), name.start), patterns);
  const after = readDescriptionAfter(
    text.slice(name.end, name.end + READ_AFTER),
    isPredicate(text, name, patterns),
    patterns,
  );
  return {
    start: name.start - before.length,
    end: name.end + after.length,
    role: after.role ?? before.role,
    place: after.place ?? before.place,
    employer: after.employer ?? before.employer,
  };
}

interface Described extends Description {
  /** Length in characters of the text. */
  length: number;
}

const NOTHING: Described = { role: null, place: null, employer: null, length: 0 };

/** Reads "the physicist ", "OpenAI CEO " or "tennis player " at the end of a text. */
function readRoleBefore(text: string, patterns: QuestionPatterns): Described {
  if (patterns.unspaced || !/[\p{L}.]\s$/u.test(text)) return NOTHING;
  const tokens = tokenize(text);
  const last = tokens.at(-1);
  if (last === undefined || !namesRole(last, patterns)) return NOTHING;
  let from = tokens.length - 1;
  while (from > 0 && tokens.length - from < MAX_ROLE_WORDS) {
    const word = tokens[from - 1];
    if (word === undefined || text.slice(word.end, tokens[from]?.start) !== " " || !modifies(word, patterns))
      break;
    from -= 1;
  }
  const article = tokens[from - 1];
  const opened = article !== undefined && patterns.roleArticles.has(article.word);
  const start = opened ? article.start : (tokens[from]?.start ?? last.start);
  const described = describe(text.slice(tokens[from]?.start ?? 0).trim(), patterns);
  return { ...described, length: text.length - start };
}

/**
 * Returns whether a word before a role belongs to it: an adjective, a field or an employer, but not a verb or
 * a preposition.
 */
function modifies(
  { word, raw }: Token,
  { roleArticles, questionWord, auxiliaryStart, firstPerson }: QuestionPatterns,
): boolean {
  if (roleArticles.has(word) || raw.length < 3) return false;
  return !questionWord.test(raw) && !auxiliaryStart.test(raw) && !firstPerson.test(raw) && !LINKS.test(raw);
}

/** Words before a role that are not part of it. */
const LINKS =
  /^(?:by|of|with|from|about|on|at|in|for|and|or|that|than|like|as|to|into|my|our|your|his|her|their|its|this|did|does|has|had|tell|meet|meeting|met|introduce|introducing|describe|write|brief|called|named|know|known|über|von|mit|del?|der|die|das|dem|den|sobre|sur|su|di)$/iu;

function namesRole({ word }: Token, { roles }: QuestionPatterns): boolean {
  return roles.has(word) || roles.has(toSingular(word));
}

/**
 * Reads ", the CEO of Nvidia", " (physicist)", " of Microsoft", " from Toronto" or " the footballer" at the
 * start of a text.
 */
function readDescriptionAfter(text: string, predicate: boolean, patterns: QuestionPatterns): Described {
  const [bracketed, inside] = IN_BRACKETS.exec(text) ?? [];
  if (bracketed !== undefined && inside !== undefined) {
    const described = describe(inside, patterns);
    return { ...described, length: bracketed.length };
  }
  const [stretch, phrase] = IN_COMMAS.exec(text) ?? [];
  if (stretch !== undefined && phrase !== undefined && isApposition(phrase, patterns))
    return { ...describe(phrase, patterns), length: stretch.length };
  return predicate ? NOTHING : readAfterName(text, patterns);
}

/** "Was Tim Cook at Compaq?": the text after the name is the question, not a description. */
function isPredicate(
  text: string,
  { start }: ProperName,
  { auxiliaryStart, questionStart }: QuestionPatterns,
): boolean {
  const lead = text.slice(0, start).trim();
  return !lead.includes(" ") && auxiliaryStart.test(lead) && !questionStart.test(lead);
}

function isApposition(phrase: string, patterns: QuestionPatterns): boolean {
  const [first, ...others] = tokenize(phrase);
  if (first === undefined || patterns.firstPerson.test(phrase)) return false;
  if (patterns.roleArticles.has(first.word)) return others.length > 0;
  return (
    [first, ...others].slice(0, MAX_ROLE_WORDS).some((token) => namesRole(token, patterns)) &&
    !patterns.questionWord.test(first.raw) &&
    !LINKS.test(first.raw)
  );
}

/** Reads "the footballer", "of Microsoft" or "from Toronto" right after a name. */
function readAfterName(text: string, patterns: QuestionPatterns): Described {
  const [phrase = ""] = /^ [\p{L}\p{M}\- ]+/u.exec(text) ?? [];
  const tokens = tokenize(phrase);
  if (patterns.roleArticles.has(tokens[0]?.word ?? "") && tokens.some((token) => namesRole(token, patterns)))
    return { ...describe(phrase.trim(), patterns), length: phrase.trimEnd().length };
  const belongs = findOwner(text, patterns);
  if (belongs === null || belongs.at !== 0) return NOTHING;
  return { ...NOTHING, [belongs.kind]: belongs.owner, length: belongs.length };
}

/**
 * Splits a description: "CEO of OpenAI" → role and employer; "American physicist from Boston" → role and
 * place.
 */
function describe(phrase: string, patterns: QuestionPatterns): Description {
  const described: Description = { role: null, place: null, employer: null };
  let role = withoutArticles(phrase, patterns);
  for (let rest = role, part = findOwner(rest, patterns); part !== null; part = findOwner(rest, patterns)) {
    described[part.kind] ??= part.owner;
    role = role.length === rest.length ? rest.slice(0, part.at) : role;
    rest = rest.slice(part.at + part.length);
  }
  const [led = "", employer] = EMPLOYER_FIRST.exec(role) ?? [];
  if (employer !== undefined && !ORIGIN.test(employer)) {
    described.employer ??= employer;
    role = role.slice(led.length);
  }
  return { ...described, role: role.trim() === "" ? null : role.trim() };
}

/** "OpenAI " in "OpenAI CEO". */
const EMPLOYER_FIRST =
  /^(\p{Lu}[\p{L}\p{N}&.-]*(?: \p{Lu}[\p{Ll}\p{N}&.-]+)*) (?=\p{Ll}|\p{Lu}{2,4}(?!\p{L}))/u;

function withoutArticles(phrase: string, { roleArticles }: QuestionPatterns): string {
  const first = tokenize(phrase).find(({ word }) => !roleArticles.has(word));
  return first === undefined ? "" : phrase.slice(first.start);
}

interface Owner {
  kind: "place" | "employer";
  owner: string;
  at: number;
  length: number;
}

/** Returns the first "of Microsoft" or "from Toronto" in a text: a preposition and a name. */
function findOwner(text: string, { ownerLead, placePrepositions }: QuestionPatterns): Owner | null {
  const match = ownerLead.exec(text);
  const { lead = "", owner = "" } = match?.groups ?? {};
  if (match === null) return null;
  const kind = placePrepositions.has(lead.toLowerCase()) ? "place" : "employer";
  return { kind, owner, at: match.index, length: match[0].length };
}
