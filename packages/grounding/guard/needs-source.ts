import { type Mention, readPrompt } from "../gate/prompt-reading.ts";
import { judgeTurn } from "../gate/single-turn.ts";
import { detectLanguage } from "../lexicon/detect-language.ts";
import { isVerb } from "../lexicon/word-lists.ts";
import { findAskedName } from "../text/asked-name.ts";
import { findProperNames, type ProperName } from "../text/names.ts";
import { splitWords } from "../text/tokens.ts";
import { removeEmphasis, removeLineMarks } from "./markup.ts";
import { RARE_WEIGHT } from "./name-book.ts";
import { hasDecisiveWord } from "./paraphrase/equivalents.ts";
import { ReadSentence } from "./paraphrase/read-sentence.ts";
import { startsWithBareKind } from "./subjects.ts";

/**
 * Matches the pronoun of a person or a thing that was named before: "She won", "In 1950 she won", "No, its
 * owner".
 */
const PRONOUN =
  /^(?:[^,.:]{1,40},\s|(?:In|Since)\s\d{4}\s)?(?:(?<person>he|she|they|his|her|their)|its?)\b/iu;
/** Matches plans and wishes, which are not facts. */
const PLANNED = /\b(?:will|shall|should|can|could|would|may|might|must|let(?:['’]s| us))\b|\p{L}['’]ll\b/iu;
const ASKS = /[?？؟]["'”’)\s]*$/u;
const CODE = /[`{}<>=]|\w\(\)|\p{L}_\p{L}/u;
/** Matches a name with a verb: "Siemens employs", "Kim Min-jae joins". */
const NAME_WITH_VERB = /^(?:\p{Lu}[\p{L}\p{M}'’.-]*\s){1,4}\p{Ll}+s\s/u;
const TALE = /^(?:once|long ago|there (?:was|were) once)\b/iu;
/** Matches "Bob Crane, who led …", "…, where he led …". */
const RELATIVE = /,?\s(?:who|(?:where|and) (?:he|she|they))\s+(?<said>[^,;]+)/giu;
/** Matches code and quotations. */
const SPAN = /`(?<code>[^`]+)`|“(?<curly>[^“”]+)”|„(?<low>[^„“]+)“|«(?<angle>[^«»]+)»|"(?<plain>[^"]+)"/gu;
/** Matches "Jane Goodall: employer Siemens", the form of a problem in a record. */
const FIELD = /^(?<name>[^:]{3,80}): (?<said>\S.*)$/su;

/** Minimum log-odds of the gate for a name that may not be a person's, or a pronoun that may mean another. */
const STRANGE_NAME = 1.5;
/** Maximum position of the name of a sentence's subject, in characters. */
const OPENING = 24;
/** Minimum log-odds for a relative clause about a person and for a field of a record. */
const IN_PASSING = -1.5;

/**
 * Finds the sentences of a text that state a fact about a person, an organisation, a current event or a
 * researched subject. Uses the weights of the gate: a sentence needs a source if the gate would research the
 * question whether it is true.
 */
export class SourceNeed {
  readonly #about: ReadonlySet<string>;
  /** The referent of a pronoun: the subject of an earlier sentence or, at the start, what was researched. */
  #referent: "named" | "researched" | "none";

  /** `queries` is what the conversation has researched. */
  constructor(queries: readonly string[]) {
    this.#about = namesIn(queries);
    this.#referent = queries.length === 0 ? "none" : "researched";
  }

  /** Returns whether the next sentence of the text needs a source. */
  needsSource(sentence: string): boolean {
    const text = removeEmphasis(removeLineMarks(sentence)).trim();
    const pronoun = PRONOUN.exec(text)?.groups;
    if (pronoun !== undefined || startsWithBareKind(text)) {
      const isPerson = pronoun?.person !== undefined && this.#referent === "named";
      return this.#referent !== "none" && isAsked(text, isPerson ? 0 : STRANGE_NAME);
    }
    const { people, names } = readPrompt(text);
    const inCapitals = people.filter(({ capitals }) => capitals);
    const person = inCapitals.find(({ known }) => known);
    const needs = this.#needsSource(text, names, inCapitals) && this.#needsItWithoutExamples(sentence);
    if (needs || person !== undefined) this.#referent = "named";
    else if (hasVerb(text)) this.#referent = "none";
    return needs;
  }

  /**
   * Judges a sentence again without the questions and orders that it gives as examples: "Ask `Who was Ada
   * Lovelace?`". An example that follows a person's name may complete a statement about them, and is kept.
   */
  #needsItWithoutExamples(sentence: string): boolean {
    const examples: string[] = [];
    const rest = sentence.replace(SPAN, (span: string, ...found: unknown[]) => {
      const [offset, , groups] = found.slice(-3) as [number, string, Record<string, string | undefined>];
      const said =
        Object.values(groups)
          .find((one) => one !== undefined)
          ?.trim() ?? "";
      const isExample = isQuestion(said) || (groups.code !== undefined && isOrder(said));
      if (!isExample || this.#namesSubject(sentence.slice(0, offset), examples)) return span;
      examples.push(said);
      return "";
    });
    if (examples.length === 0) return true;
    const needs = (text: string) => {
      const { people, names } = readPrompt(text);
      return this.#needsSource(
        text,
        names,
        people.filter(({ capitals }) => capitals),
      );
    };
    const named = readPrompt(removeEmphasis(sentence)).people.filter(({ known }) => known);
    const text = removeEmphasis(removeLineMarks(rest)).trim();
    return [text, ...examples].some(needs) || named.some((person) => saysInPassing(text, person.text));
  }

  /** Returns whether text names a person or what was researched, outside of these examples. */
  #namesSubject(text: string, examples: readonly string[]): boolean {
    const before = examples.reduce((rest, example) => rest.replace(example, ""), text);
    const { people, names } = readPrompt(removeEmphasis(before));
    const end = before.trimEnd();
    return (
      people.some(({ known, capitals }) => known && capitals) ||
      names.some(({ text: name }) => end.endsWith(name)) ||
      splitWords(before).some((word) => this.#about.has(word))
    );
  }

  #needsSource(text: string, names: readonly ProperName[], people: readonly Mention[]): boolean {
    if (ASKS.test(text) || CODE.test(text) || TALE.test(text)) return false;
    const person = people.find(({ known }) => known);
    const { name: recorded, said = "" } = FIELD.exec(text)?.groups ?? {};
    if (recorded !== undefined && person?.text === recorded)
      return isAsked(`${recorded}’s ${said}`, IN_PASSING);
    if (!hasVerb(text)) return false;
    const { content } = new ReadSentence(text);
    const isRare = (word: string) =>
      [...content.values()].some((one) => one.word === word && one.weight >= RARE_WEIGHT);
    const subjects = names.filter(
      ({ text: name, start }) =>
        start < OPENING && (start > 0 || splitWords(name).length > 1 || isRare(name.toLowerCase())),
    );
    const isResearched = subjects.some(({ text: name }) =>
      splitWords(name).some((word) => this.#about.has(word)),
    );
    const hasSubject = people.length + subjects.length > 0;
    const isKnown =
      person !== undefined || isResearched || (hasSubject && hasDecisiveWord([...content.keys()]));
    if ((isKnown || people.length > 0) && isAsked(text, isKnown ? 0 : STRANGE_NAME)) return true;
    return person !== undefined && saysInPassing(text, person.text);
  }
}

/** Returns whether a relative clause of a sentence states a fact about a person. */
function saysInPassing(text: string, person: string): boolean {
  const clauses = Array.from(text.matchAll(RELATIVE), ({ groups }) => `${person} ${groups?.said}`);
  return clauses.some((clause) => isAsked(clause, IN_PASSING));
}

function isQuestion(text: string): boolean {
  return ASKS.test(text) && hasVerb(text);
}

/** Returns whether code is what a user would type: it starts in lower case and names something later. */
function isOrder(code: string): boolean {
  return /^\p{Ll}/u.test(code) && hasVerb(code) && findProperNames(code).length > 0;
}

/** Returns whether a text has a verb. "Notes on Jane Goodall" states nothing. */
function hasVerb(text: string): boolean {
  const language = detectLanguage(text) ?? "en";
  const lower = text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}'’-]*/gu) ?? [];
  return lower.some((word) => isVerb(word, language)) || NAME_WITH_VERB.test(text);
}

/** Returns whether the gate would research the question whether a clause is true. */
function isAsked(clause: string, least: number): boolean {
  if (PLANNED.test(clause)) return false;
  return judgeTurn(`Is it true that ${clause.replace(/[.!…]+$/u, "")}?`).logOdds > least;
}

/** Returns the folded words of the names in the queries. */
function namesIn(queries: readonly string[]): Set<string> {
  const names = queries.flatMap((query) => [
    findAskedName(query) ?? "",
    ...findProperNames(query).map(({ text }) => text),
  ]);
  return new Set(names.flatMap((name) => splitWords(name)));
}
