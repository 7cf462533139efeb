import { detectLanguage } from "../../lexicon/detect-language.ts";
import { addPublicationYears } from "../dated-text.ts";
import type { EvidenceSentence } from "../evidence-sentences.ts";
import type { FactBook } from "../fact-book.ts";
import { namesOtherPerson, refersToAnother } from "../subjects.ts";
import { findBearer } from "./bare-surname.ts";
import { type Held, joinVocabularies } from "./cover.ts";
import { ReadSentence, SentenceReader } from "./read-sentence.ts";
import { removeSpeech } from "./speech.ts";
import { maySameName, POSSESSIVES, readSubject, type Subject } from "./subject.ts";
import { shortenOffices, spellOutLifeDates } from "./values.ts";

/** The words of a sentence of the evidence, alone and with texts that supply context. */
interface SourceWords {
  /** The sentence alone. */
  alone: Held;
  /** Also the sentence before it. */
  near: Held;
  /** Also the title of its page. */
  titled: Held;
}

/** Pronouns that may mean the same person. */
const SAME_PERSON = ["he his him", "she her", "it its", "they their"].map((line) => new Set(line.split(" ")));
const HE_OR_SHE = new Set(["he", "she"]);
const NOTHING: ReadonlySet<string> = new Set();

/** A sentence of the evidence, with context from its page. */
export class Source {
  readonly sentence: EvidenceSentence;
  readonly read: ReadSentence;
  readonly previous: Source | null;
  readonly title: ReadSentence;
  /** All sentences of its page. */
  readonly page: readonly Source[];
  /** The first sentence of its page; null for a page without a title. */
  readonly lead: Source | null;
  /** Number of sentences before it on its page. */
  readonly position: number;
  /** Index among all sources. */
  readonly index: number;
  readonly #books: readonly FactBook[];
  #subject: Subject | undefined;
  #held: SourceWords | undefined;

  constructor(
    sentence: EvidenceSentence,
    books: readonly FactBook[],
    {
      read,
      previous,
      title,
      page,
      lead,
      position,
      index,
    }: Pick<Source, "read" | "previous" | "title" | "page" | "lead" | "position" | "index">,
  ) {
    this.sentence = sentence;
    this.#books = books;
    this.read = read;
    this.previous = previous;
    this.title = title;
    this.page = page;
    this.lead = lead;
    this.position = position;
    this.index = index;
  }

  /** Who or what it is about. A pronoun refers to the subject of the previous sentence, or of the page. */
  get subject(): Subject {
    this.#subject ??= this.#findSubject();
    return this.#subject;
  }

  /** False if its words only look like English ones: "die" of a German sentence is an article. */
  get isEnglish(): boolean {
    return (detectLanguage(this.read.text) ?? "en") === "en";
  }

  /** True for "She lives …" and "Her lawyer Tim Hale spoke …", which the sentence before explains. */
  get startsWithPronoun(): boolean {
    return this.subject.kind === "pronoun" || POSSESSIVES.has(this.read.words[0]?.word ?? "");
  }

  get held(): SourceWords {
    if (this.#held === undefined) {
      const near = this.previous === null ? [this.read] : [this.read, this.previous.read];
      this.#held = { alone: [this.read], near, titled: [...near, this.title] };
    }
    return this.#held;
  }

  /** Returns who or what a statement is about when it is compared with this source. */
  subjectOf(said: ReadSentence): Subject {
    return readSubject(said, this.#books);
  }

  #findSubject(): Subject {
    const own = readSubject(this.read, this.#books);
    if (own.kind === "name") {
      const [surname = "", ...more] = own.words;
      const bearer = more.length > 0 ? undefined : findBearer(surname, this);
      if (bearer === undefined) return own;
      return bearer === null ? { kind: "open", words: own.words } : { kind: "name", words: bearer };
    }
    const before = this.#continuesOwner() ? this.previous?.previous?.subject : this.previous?.subject;
    if (own.kind === "pronoun" && before !== undefined && before.words.length > 0) {
      const isOther = before.kind === "name" && this.#mayMeanAnother(before.words);
      return isOther ? { kind: "open", words: [] } : { kind: "pronoun", words: before.words };
    }
    return { kind: own.kind, words: [...this.title.content.values()].map(({ word }) => word) };
  }

  /**
   * Returns whether a pronoun may mean another person than the one that the sentence before is about. Once a
   * page has said "she" of somebody, "she" may not.
   */
  #mayMeanAnother(name: readonly string[]): boolean {
    if (refersToAnother(this.sentence, name.join(" "))) return true;
    const pronoun = this.read.words[0]?.word ?? "";
    if (!HE_OR_SHE.has(pronoun) || !namesOtherPerson(this.previous?.sentence.text ?? "", name.join(" ")))
      return false;
    for (let before = this.previous; before !== null; before = before.previous) {
      const isSame = before.read.words[0]?.word === pronoun && before.subject.kind === "pronoun";
      if (isSame && before.subject.words.length > 0 && maySameName(before.subject.words, name)) return false;
    }
    return true;
  }

  /** Returns true for "He sings", after "His cousin Fanta swims", which may not mean the cousin. */
  #continuesOwner(): boolean {
    const possessive = this.previous?.read.words[0]?.word ?? "";
    const first = this.read.words[0]?.word ?? "";
    return POSSESSIVES.has(possessive) && SAME_PERSON.some((one) => one.has(possessive) && one.has(first));
  }

  /**
   * The facts that a statement may use. If this sentence starts with a pronoun, they include the names of the
   * previous sentence, but not its numbers and dates. Its subject may have been named in full before.
   */
  get books(): readonly FactBook[] {
    const before =
      this.previous === null || !this.startsWithPronoun
        ? []
        : [{ ...this.previous.read.book, dates: NOTHING, numbers: NOTHING }];
    const { kind, words } = this.subject;
    const isFuller = kind === "name" && words.length > readSubject(this.read, this.#books).words.length;
    const subject = isFuller ? [new ReadSentence(words.join(" ")).book] : [];
    return [this.read.book, ...before, ...subject, this.title.book];
  }
}

/** The evidence in the form used to check paraphrases. */
export interface ReadEvidence {
  sources: readonly Source[];
  /** Every word of the evidence. */
  held: Held;
  /** Every fact of the evidence. */
  books: readonly FactBook[];
  bySentence: ReadonlyMap<EvidenceSentence, Source>;
  /** Maps a stem to the indexes of the sources that contain it. */
  byStem: ReadonlyMap<string, readonly number[]>;
}

export function readEvidence(
  sentences: readonly EvidenceSentence[],
  books: readonly FactBook[],
  reader = new SentenceReader(),
): ReadEvidence {
  const pages = new Map<string, Source[]>();
  const sources: Source[] = [];
  for (const sentence of sentences) {
    const title = reader.read(sentence.title);
    const text = addPublicationYears(sentence.published, sentence.text);
    const read = reader.read(shortenOffices(spellOutLifeDates(removeSpeech(text))));
    const key = `${sentence.outcome} ${sentence.title === "" ? sentence.citation : sentence.title}`;
    const page = pages.get(key) ?? [];
    pages.set(key, page);
    const previous = sentence.previous === null ? null : (sources.at(-1) ?? null);
    const lead = sentence.title === "" ? null : (page[0] ?? null);
    const place = { position: page.length, index: sources.length };
    const source = new Source(sentence, books, { read, previous, title, page, lead, ...place });
    page.push(source);
    sources.push(source);
  }
  return {
    sources,
    held: [joinVocabularies(sources.flatMap(({ read, title }) => [title, read]))],
    books,
    bySentence: new Map(sources.map((source) => [source.sentence, source])),
    byStem: indexByStem(sources),
  };
}

function indexByStem(sources: readonly Source[]): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  for (const { read, index: at } of sources)
    for (const stem of read.content.keys()) {
      const known = index.get(stem);
      if (known === undefined) index.set(stem, [at]);
      else known.push(at);
    }
  return index;
}
