import { ReadSentence } from "./read-sentence.ts";

/** Matches where a sentence continues with another statement. */
const JOINTS =
  /;\s+|[,–—]?\s+(?=(?:but|while|whereas|although|though|who|whose|which|where|because)\s)|,\s+(?=(?:and|that|as|before|after|with|\p{Ll}+ing)\s)|\s+(?=and\s+(?:he|she|it|they|his|her|its|their|was|were|is|are|has|had|have|did|later|then|also|\p{Ll}+ed)\s)|\s+(?=born\s+(?:on|in|to)\s)|\s+(?=\()|(?<=\))\s+/gu;
/** Matches two verbs in the present with one named subject: "Rosa Klein leads Vantor and lives in Bonn". */
const SHARED_SUBJECT =
  /^(?<subject>\p{Lu}\S*(?:\s\p{Lu}\S*)*)\s(?<first>\p{Ll}+[^s\s]s\s.+?)\sand\s(?<second>\p{Ll}+[^s\s]s\s.+)$/u;
/** Minimum number of content words of a clause. A shorter one belongs to its neighbour. */
const MIN_WORDS = 3;

/** Returns the statements that a sentence joins, in order, or the whole sentence if it makes only one. */
export function splitSaidClauses(sentence: ReadSentence): readonly ReadSentence[] {
  const texts: string[] = [];
  let from = 0;
  for (const { index, 0: joint } of sentence.text.matchAll(JOINTS)) {
    texts.push(sentence.text.slice(from, index));
    from = index + joint.length;
  }
  texts.push(sentence.text.slice(from));
  const clauses: ReadSentence[] = [];
  for (const text of texts) {
    const last = clauses.at(-1);
    const clause = new ReadSentence(text);
    if (last !== undefined && (clause.content.size < MIN_WORDS || last.content.size < MIN_WORDS))
      clauses[clauses.length - 1] = new ReadSentence(`${last.text} ${text}`);
    else clauses.push(clause);
  }
  if (clauses.length > 1) return clauses;
  const { subject, first, second } = SHARED_SUBJECT.exec(sentence.text)?.groups ?? {};
  if (subject === undefined) return [sentence];
  return [first, second].map((predicate) => new ReadSentence(`${subject} ${predicate}`));
}
