import { cutText } from "@plumbline/core/text/unicode.ts";
import type { Question } from "../question/question.ts";
import { splitSentences } from "../text/sentences.ts";
import type { Evidence } from "./evidence/collect-evidence.ts";
import type { IdentifiedPeople } from "./identity/identify-people.ts";
import type { Refusal } from "./refused-outcome.ts";
import { askedStatement } from "./unanswered-question.ts";

const MAX_TITLE_SHOWN = 100;
const MAX_SENTENCE_SHOWN = 160;
const MAX_HEAD_SHOWN = 60;
const MOST_HEADS = 3;

/** Whom the sources found speak of. */
export interface SourcesFound {
  people: Pick<IdentifiedPeople, "verdict" | "describes">;
  /** The subjects of the question that a page names. */
  named: readonly string[];
  /** The titles of the pages found. */
  titles: readonly string[];
}

const ADD_CONTEXT = "add context, such as an employer, a role or a location, and ask again.";

/** The sources do not answer: says whom they do speak of, and what would help. */
export function insufficientEvidence(question: Question, found: SourcesFound): Refusal {
  return {
    code: "research_insufficient_evidence",
    reason: `${sourcesSay(question, found)} ${advice(question, found)}`,
  };
}

function sourcesSay(question: Question, { people, named, titles }: SourcesFound): string {
  const [subject] = question.subjects;
  if (titles.length === 0) return "The search found no source that could be quoted.";
  const asked = askedStatement(question);
  if (subject === undefined) return `None of the sources found ${asked}.`;
  if (people.verdict === "unnamed")
    return `The sources found do not speak of ${subject}. They speak of ${listed(subjectsOf(titles))}.`;
  if (people.verdict === "contradicted") {
    const described = people.describes === null ? "" : `, ${people.describes}`;
    return `The sources found speak of another ${subject}${described}; none speaks of the one asked for${wantedOf(question)}.`;
  }
  const missing = question.subjects.filter((one) => !named.includes(one));
  if (named.length === 0 || missing.length === 0)
    return `The sources found speak of ${listed(question.subjects)}, but none ${asked}.`;
  return `The sources found speak of ${listed(named)} but not of ${listed(missing)}, and none ${asked}.`;
}

/** What a reader can do: context helps to find somebody, other words help where the person was found. */
function advice({ subjects }: Question, { people, named, titles }: SourcesFound): string {
  const subject = named[0] ?? subjects[0];
  if (subject === undefined) return "Ask in other words, or name what is meant more fully.";
  if (titles.length === 0 || people.verdict === "unnamed")
    return `Please check the spelling of the name, or ${ADD_CONTEXT}`;
  if (people.verdict === "contradicted")
    return `If that one is meant, leave out what does not fit. Otherwise please ${ADD_CONTEXT}`;
  return `Ask in other words or about something else. If another ${subject} is meant, please ${ADD_CONTEXT}`;
}

/** What the question says that the person is. */
function wantedOf({ constraints: { role, employer, place } }: Question): string {
  const told = [role, employer, place].filter((one) => one !== null);
  return told.length === 0 ? "" : ` (${told.join(", ")})`;
}

/** What titles are about: the part before a site's name. */
function subjectsOf(titles: readonly string[]): string[] {
  const heads = titles.map((title) => cutText(title.split(/ [-–—|·] |[|]/)[0]?.trim() ?? "", MAX_HEAD_SHOWN));
  return [...new Set(heads.filter((head) => head !== ""))].slice(0, MOST_HEADS);
}

function listed(items: readonly string[]): string {
  if (items.length === 0) return "other things";
  return items.length === 1 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** The name belongs to several people; `people` is how many could be told apart. Each candidate is shown with what it says first. */
export function ambiguousName(subject: string, people: number, candidates: readonly Evidence[]): Refusal {
  const listed = candidates.map(({ title, domain, text }, index) => {
    const says = splitSentences(text)[0] ?? text;
    return `(${index + 1}) “${cutText(title, MAX_TITLE_SHOWN)}”, ${domain}: ${cutText(says, MAX_SENTENCE_SHOWN)}`;
  });
  const many = people > 1 ? `${people} different people` : "more than one person";
  return {
    code: "research_ambiguous_name",
    reason:
      `The sources describe ${many} named ${subject}. Which one do you mean? ${listed.join(" ")} ` +
      "Please ask again with an employer, a role or a location.",
  };
}
