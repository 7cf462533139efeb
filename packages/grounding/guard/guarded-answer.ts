import { type ListedClaim, nameSubject } from "../research/outcome.ts";
import { findProperNames, looksLikePerson } from "../text/names.ts";
import { splitWords } from "../text/tokens.ts";
import type { AnswerMemory } from "./answer-memory.ts";
import { AnswerQuotes } from "./answer-quotes.ts";
import type { Evidence } from "./evidence.ts";
import type { EvidenceSentence } from "./evidence-sentences.ts";
import { createWithheldPiece, type GuardedPiece, type PassedPiece, withholdText } from "./guarded-piece.ts";
import { judgeSentence } from "./judge-sentence.ts";
import type { Judgement } from "./judgement.ts";
import { LostWords } from "./lost-words.ts";
import { type MarkedLine, MarkedLines } from "./marked-lines.ts";
import { findLineMark, removeEmphasis, removeLineMarks, removeQuotationMarks } from "./markup.ts";
import { findPart, joinWords } from "./neighbours.ts";
import type { OwnWords } from "./own-words.ts";
import { createReaderStatement } from "./reading/rests-on.ts";
import { getReason } from "./reasons.ts";
import { findRelatedSentences } from "./related-sentences.ts";
import type { SelectionMarker } from "./selection/marker-stream.ts";
import type { EvidenceNumbers } from "./selection/numbered-evidence.ts";
import { judgeShortAnswer } from "./short-answer.ts";
import { findQuotableWords } from "./split-badly.ts";
import {
  continuesSubject,
  findNamedSubject,
  isTitledBy,
  sameSubject,
  startsWithReference,
  subjectOf,
} from "./subjects.ts";

/** Sources for judging an answer in addition to the evidence. */
export interface GuardedWith {
  numbers?: EvidenceNumbers | undefined;
  /** The user's own records, which a sentence may repeat without a citation. */
  records?: OwnWords | undefined;
  /** The claims that answer, each with the index of its outcome. */
  claims?: readonly AnsweringClaim[] | undefined;
}

/** A claim that answers, and the index of its outcome. */
export type AnsweringClaim = ListedClaim & { outcome: number };

/**
 * Decides about each sentence and each marker of one answer, depending on what the answer has said so far. A
 * sentence passes or is withheld. One that the answer has already said is dropped. One that restates the
 * evidence badly is replaced by a quote. A quote whose pronoun would be misread gets the name of its subject.
 * The pieces have no white space around them.
 */
export class GuardedAnswer {
  readonly #evidence: Evidence;
  readonly #memory: AnswerMemory;
  readonly #numbers: EvidenceNumbers | undefined;
  readonly #records: OwnWords | undefined;
  readonly #lines: MarkedLines;
  readonly #quotes: AnswerQuotes;
  readonly #claims: readonly AnsweringClaim[];
  #isCited = false;
  readonly #lost: LostWords;

  constructor(evidence: Evidence, memory: AnswerMemory, { numbers, records, claims = [] }: GuardedWith = {}) {
    this.#claims = claims;
    this.#lost = new LostWords(evidence.askedAbout);
    this.#evidence = evidence;
    this.#memory = memory;
    this.#numbers = numbers;
    this.#records = records;
    this.#lines = new MarkedLines(evidence);
    this.#quotes = new AnswerQuotes(evidence, memory);
  }

  /** Returns the pieces for a sentence. Empty if the answer has said it, or if only addresses were in it. */
  judge(sentence: string): GuardedPiece[] {
    return this.#record(this.#judge(sentence));
  }

  /** Records which words the pieces say or withhold, and whether anything is cited. */
  #record(pieces: GuardedPiece[]): GuardedPiece[] {
    for (const { type, text } of pieces)
      if (type === "passed") this.#lost.addSaid(text);
      else if (!text.endsWith(":")) this.#lost.addWithheld(text);
    this.#isCited ||= pieces.some((piece) => piece.type === "passed" && piece.citations.length > 0);
    return pieces;
  }

  /**
   * Quotes the evidence for names and numbers of withheld sentences that the answer lacks otherwise. Returns
   * nothing if the answer cites nothing, because its claims then take its place.
   */
  complete(): GuardedPiece[] {
    if (!this.#isCited) return [];
    return this.#lost.takeWithheld().flatMap((text) => {
      const related = findRelatedSentences(text, this.#evidence.sentences).map((one) => ({
        text: one.text,
        quote: () =>
          this.#mayBeNamesake(one)
            ? []
            : this.#quotes.quoteSource(one, one.outcome, { citations: [], lineMark: "" }),
      }));
      const claims = this.#claims.map((claim) => ({
        text: claim.text,
        quote: () => this.#quoteClaim(claim),
      }));
      return this.#quoteLost(text, [...claims, ...related]);
    });
  }

  /**
   * Quotes the candidate that contains most of the lost words of a withheld text, then the one that contains
   * most of the rest, at most two in all.
   */
  #quoteLost(
    text: string,
    candidates: readonly { text: string; quote: () => GuardedPiece[] }[],
  ): GuardedPiece[] {
    const quoted: GuardedPiece[] = [];
    for (let left = [...candidates]; quoted.length < MAX_COMPLETING; ) {
      const counts = left.map((one) => this.#lost.countIn(one.text, text));
      const most = Math.max(0, ...counts);
      const best = left[counts.indexOf(most)];
      if (most === 0 || best === undefined) break;
      left = left.filter((one) => one !== best);
      quoted.push(...this.#record(best.quote().filter(({ type }) => type === "passed")));
    }
    return quoted;
  }

  #mayBeNamesake(sentence: EvidenceSentence): boolean {
    const subject = subjectOf(sentence);
    return subject !== null && looksLikePerson(subject) && this.#memory.mayBeNamesake(subject, sentence);
  }

  #quoteClaim({ text, outcome, citations, subject }: AnsweringClaim): GuardedPiece[] {
    const place = { outcome, citations, how: "repaired", lineMark: "" } as const;
    const own = this.#evidence.sentences.filter(
      (one) => one.outcome === outcome && one.citation === citations[0] && text.includes(one.text),
    );
    const left = this.#quotes.trimQuoted(own);
    const quoted = left.length === 0 ? [] : this.#quotes.quote(left, joinWords(left, text), place);
    if (quoted.some(({ type }) => type === "passed")) return quoted;
    const isClear = subject !== undefined || !startsWithReference(text);
    if (!isClear || findQuotableWords(text) === null || this.#memory.hasSaid(text, subject ?? null))
      return [];
    this.#memory.recordSaid(text, [], { verbatim: true, repaired: true });
    const quote = subject === undefined ? `“${text}”` : nameSubject({ text, subject });
    return [{ type: "passed", text: quote, outcome, citations, how: "answer" }];
  }

  #judge(sentence: string): GuardedPiece[] {
    const { subject, last: previous } = this.#memory;
    const { asked } = this.#evidence;
    // A field is judged under the name that the user gave, even if the answer has used a longer form of it.
    const isAsked = subject === null || (asked !== null && sameSubject(asked, subject));
    const marked = this.#lines.judge(sentence, isAsked ? asked : subject);
    if (marked) return this.#passMarkedLine(marked);
    const judgement = judgeSentence(sentence, this.#evidence, { subject, previous });
    if (judgement.text === "") return [];
    switch (judgement.basis) {
      case "form":
        return [this.#passForm(judgement)];
      case "verbatim":
        return this.#passVerbatim(judgement);
      case "paraphrase":
        return this.#passParaphrase(judgement);
      case null:
        return this.#passShortAnswer(judgement) ?? this.#passAsRecord(judgement) ?? this.#withhold(judgement);
    }
  }

  /** Passes a field of a list or the row of a table. Withholds the values that no source gives. */
  #passMarkedLine({ text, found, withheld }: MarkedLine): GuardedPiece[] {
    const [first] = found;
    const own = found.filter(({ outcome }) => outcome === first?.outcome);
    const citations = [...new Set(own.flatMap((one) => one.citations))].toSorted((one, other) => one - other);
    const quote = first?.source?.text;
    const outcome = first?.outcome ?? null;
    const piece = { type: "passed", text, outcome, citations, how: first ? "paraphrase" : "form" } as const;
    return [
      quote === undefined ? piece : { ...piece, quote },
      ...withheld.map((value) => withholdText(value, getReason("no_value").text)),
    ];
  }

  /** Passes a sentence that says no more than the user's own records. Returns null for any other. */
  #passAsRecord({ text, verdict, reasons: [reason] }: Judgement): GuardedPiece[] | null {
    // A record cannot support what the evidence contradicts.
    const isOpen = verdict === "unclear" || reason?.code.startsWith("unknown_");
    const quote = isOpen ? this.#records?.findSource(text) : undefined;
    if (quote === undefined) return null;
    this.#memory.forgetSubject();
    return [{ type: "passed", text, outcome: null, citations: [], how: "form", quote }];
  }

  /**
   * Withholds a sentence and quotes the evidence that it restates. Remembers its subject, because the model's
   * next pronoun may refer to it.
   */
  #withhold(judgement: Judgement): GuardedPiece[] {
    const open = createReaderStatement(judgement, this.#memory.subject);
    const repaired = this.#quotes.quoteRestated(judgement);
    const isQuoted = repaired.some(({ type }) => type === "passed");
    const quoted = isQuoted ? repaired : this.#quotes.quoteClosest(judgement.text);
    this.#memory.recordWithheld(judgement.text);
    return [{ ...createWithheldPiece(judgement), ...(open && { open }) }, ...quoted];
  }

  /** Returns the pieces that replace a marker. */
  place({ numbers, part, written }: SelectionMarker, lineMark = ""): GuardedPiece[] {
    return numbers.flatMap((number, at) => {
      const found = this.#numbers?.get(number);
      if (!found) return [withholdText(written, `The evidence has no sentence ${number}.`)];
      const { outcome, citations } = found;
      // After the model's own words, a number only says which sentence they restate.
      if (part === null && found.sentences.some((sentence) => this.#memory.restsOn(sentence))) return [];
      const place = { outcome, citations, how: "selected", lineMark: at === 0 ? lineMark : "" } as const;
      const cut = part === null ? undefined : findPart(found.sentences, part);
      if (cut) return this.#quotes.quote([cut.sentence], cut.words, place);
      const left = this.#quotes.trimQuoted(found.sentences);
      return left.length === 0 ? [] : this.#quotes.quote(left, joinWords(left, found.text), place);
    });
  }

  /**
   * Passes a heading or an announcement. If it contains a name, forgets the subject, because a reader may
   * take the next pronoun for that name.
   */
  #passForm({ text, outcome, citations }: Judgement): PassedPiece {
    const { askedAbout } = this.#evidence;
    if (findProperNames(text).length > 0 || splitWords(text).some((word) => askedAbout.has(word)))
      this.#memory.forgetSubject();
    return { type: "passed", text, outcome, citations, how: "form" };
  }

  /** Passes a value that alone answers the question ("Norway."), if nothing was said before it. */
  #passShortAnswer({ text }: Judgement): GuardedPiece[] | null {
    const judgement = this.#memory.isNew ? judgeShortAnswer(text, this.#evidence) : null;
    if (judgement === null || judgement.source === null) return null;
    const { outcome, citations, source } = judgement;
    this.#memory.recordSaid(source.text, this.#quotes.findOccurrences(source.text), { verbatim: false });
    return [{ type: "passed", text, outcome, citations, how: "paraphrase", quote: source.text }];
  }

  #passVerbatim(judgement: Judgement): GuardedPiece[] {
    const { text, outcome, citations, source } = judgement;
    const bare = source?.text ?? removeQuotationMarks(removeEmphasis(removeLineMarks(text)));
    const occurrences = this.#quotes.findOccurrences(bare);
    if (this.#quotes.wasSaid(bare, occurrences)) return [];
    const isClear =
      !this.#memory.isMisleading(occurrences) && occurrences.some((one) => this.#memory.makesClear(one));
    const isSpliced = startsWithReference(bare) && !isClear;
    if (isSpliced || this.#mayMeanNamesake(bare, occurrences)) {
      const place = { outcome, citations, how: "verbatim", lineMark: findLineMark(text) } as const;
      const quoted = this.#quotes.quoteBest(occurrences, place);
      return quoted.length > 0
        ? quoted
        : [withholdText(text, getReason(isSpliced ? "unknown_subject" : "maybe_namesake").text)];
    }
    this.#memory.recordSaid(bare, occurrences, { verbatim: true });
    return [{ type: "passed", text, outcome, citations, how: "verbatim" }];
  }

  #passParaphrase(judgement: Judgement): GuardedPiece[] {
    const { text, outcome, citations, source } = judgement;
    const occurrences = source ? this.#quotes.findOccurrences(source.text) : [];
    if (this.#quotes.wasSaid(text, occurrences)) return [];
    const isSpliced = startsWithReference(text) && !this.#isUnderstood(occurrences);
    if (isSpliced || this.#mayMeanNamesake(text, occurrences))
      return [
        withholdText(text, getReason(isSpliced ? "unknown_subject" : "maybe_namesake").text),
        ...this.#quotes.quoteSource(source, outcome, { citations, lineMark: findLineMark(text) }),
      ];
    this.#memory.recordSaid(text, occurrences, { verbatim: false });
    const piece = { type: "passed", text, outcome, citations, how: "paraphrase" } as const;
    return [source ? { ...piece, quote: source.text } : piece];
  }

  /** Returns whether the pronoun of a paraphrase has the same subject in the answer as in the evidence. */
  #isUnderstood(occurrences: readonly EvidenceSentence[]): boolean {
    if (this.#memory.isMisleading(occurrences)) return false;
    const { subject, last } = this.#memory;
    const running = subject ?? (last === null ? this.#evidence.asked : null);
    return occurrences.some((one) => {
      if (this.#memory.makesClear(one)) return true;
      const meant = subjectOf(one);
      if (running === null || this.#memory.mayBeNamesake(running, one)) return false;
      if (meant !== null) return sameSubject(meant, running);
      return isTitledBy(one, running) || continuesSubject(one, running);
    });
  }

  /** Returns whether a bare surname may belong to a namesake of the person that the answer has named. */
  #mayMeanNamesake(text: string, occurrences: readonly EvidenceSentence[]): boolean {
    const name = findNamedSubject(text);
    if (name === null || occurrences.length === 0) return false;
    return occurrences.every((one) => this.#memory.mayBeNamesakesSurname(name, one));
  }
}

/** Maximum number of quotations for one withheld sentence at the end of an answer. */
const MAX_COMPLETING = 2;
