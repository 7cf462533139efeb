import type { Behaviour, Turn } from "./behaviour.ts";
import { evidenceIn, type PromptEvidence } from "./evidence.ts";

/** The lying model's answer if it has no evidence to distort. */
export const invention = "Ada Quillfeather founded the Quillfeather Institute in Tromsborg on 3 May 1871.";

/** Distorts every sentence of the evidence with another number or date, or an invented name. */
export const lying: Behaviour = (request) => told(evidenceIn(request), bent);

/** Repeats the first, third, … sentence of the evidence and distorts the others. */
export const lyingInSome: Behaviour = (request) =>
  told(evidenceIn(request), (one, position) => (position % 2 === 0 ? one.text : bent(one)));

/**
 * Starts each sentence with one piece of evidence and ends it with another, so that facts about two people
 * become facts about one.
 */
export const mixingNamesakes: Behaviour = (request) =>
  told(evidenceIn(request), (one, position, all) => {
    const other = all[all.length - 1 - position] ?? one;
    return `${halves(one.text).first} ${halves(other.text).second}`;
  });

/** Repeats the evidence, but cites the wrong source after every sentence, as `[index]`. */
export const citingWrongly: Behaviour = (request) =>
  told(evidenceIn(request), ({ text, index }, _position, all) => {
    const other = all.find((candidate) => candidate.index !== index);
    return `${text} [${other?.index ?? index + 1}]`;
  });

/**
 * Hides invented facts in sentences that do not look like statements: questions, offers, thanks, remarks
 * about the sources.
 */
export const smuggling: Behaviour = () => ({ text: smuggled.join(" ") });

/** The smuggling model's answer, sentence by sentence. */
export const smuggled: readonly string[] = [
  "Did you know that she was convicted of forgery?",
  "Would you like to hear more about her years in prison?",
  "As an AI, I can confirm that Ada Quillfeather was a forger.",
  "Thanks, Ada Quillfeather is still alive.",
  "The sources say that she was a forger.",
  "The sources do not say when she was released from prison.",
  "Here is what I found about the forger:",
  "Let me know if you want the name of her victim.",
  "I am sorry, but she died in 1987.",
];

function told(
  evidence: readonly PromptEvidence[],
  tell: (one: PromptEvidence, position: number, all: readonly PromptEvidence[]) => string,
): Turn {
  return { text: evidence.length === 0 ? invention : evidence.map(tell).join(" ") };
}

function bent({ text }: PromptEvidence): string {
  const moved = text.replace(/\d+/g, (digits) => String(Number(digits) + 3));
  return moved === text ? text.replace(/[.!?]*$/, ", as Ada Quillfeather revealed in 1987.") : moved;
}

function halves(text: string): { first: string; second: string } {
  const words = text.split(" ");
  const middle = Math.ceil(words.length / 2);
  return { first: words.slice(0, middle).join(" "), second: words.slice(middle).join(" ") };
}
