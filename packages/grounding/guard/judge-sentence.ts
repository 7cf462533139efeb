import { withoutEndMarker, withoutMarkers } from "./citation-markers.ts";
import type { Evidence } from "./evidence.ts";
import { assertsNothing, isHeading } from "./exempt.ts";
import { type Fact, foreignFact } from "./fact-book.ts";
import type { Judgement } from "./judgement.ts";
import { withoutEmphasis, withoutLineMarks, withoutQuotationMarks } from "./markup.ts";
import { placeOf } from "./quotes.ts";
import { LONGEST_SENTENCE } from "./sentence-stream.ts";

/** Characters that hide or turn round what a reader sees: controls, bidirectional overrides, no-width characters, heaps of marks. */
const DISGUISE = /(?![\t\n\v\f\r\u200C\u200D])[\p{Cc}\p{Cf}]|\p{M}{31}/u;

/**
 * Judges one sentence, Markdown or plain. Fails closed: what is neither verbatim in the evidence nor one of the closed forms that assert
 * nothing is `unsupported` when it bears a name, number, date or link that nothing bears out (a date only the sources can), else `unclear`.
 */
export function judgeSentence(sentence: string, evidence: Evidence): Judgement {
  const text = withoutMarkers(sentence);
  if (DISGUISE.test(text)) return unclear(text, "It holds characters that hide what it says.");
  const unmarked = withoutEndMarker(text);
  for (const form of formsOf(text, unmarked)) {
    const place = placeOf(form.plain, evidence.quotes);
    if (place)
      return {
        verdict: "supported",
        reason: "It stands word for word in the evidence.",
        text: form.text,
        ...place,
      };
  }
  const plain = withoutLineMarks(withoutEmphasis(unmarked));
  if (isHeading(unmarked, evidence) || assertsNothing(plain, evidence))
    return elsewhere("exempt", unmarked, "It asserts nothing about the world.");
  if (text.length > LONGEST_SENTENCE) return unclear(text, "It is too long for one sentence.");
  const { borne, said } = evidence;
  const fact = foreignFact(withoutLineMarks(text), { all: [borne, said], dated: [borne] });
  if (fact) return elsewhere("unsupported", text, reasonFor(fact));
  return unclear(text, "It does not stand word for word in the evidence.");
}

/** As it is, then without the marks of Markdown, then without quotation marks round it; a number at its end may be a marker. */
function formsOf(text: string, unmarked: string): { text: string; plain: string }[] {
  const forms = new Map<string, string>();
  for (const one of [text, unmarked]) {
    const bare = withoutLineMarks(one);
    const plain = withoutEmphasis(bare);
    for (const form of [one, bare, plain, withoutQuotationMarks(plain)])
      if (!forms.has(form)) forms.set(form, one);
  }
  return Array.from(forms, ([plain, leaving]) => ({ plain, text: leaving }));
}

function reasonFor({ kind, written }: Fact): string {
  return kind === "date"
    ? `It bears the date “${written}”, which the evidence does not.`
    : `It bears the ${kind} “${written}”, which neither the evidence nor the user does.`;
}

function unclear(text: string, reason: string): Judgement {
  return elsewhere("unclear", text, reason);
}

function elsewhere(
  verdict: Exclude<Judgement["verdict"], "supported">,
  text: string,
  reason: string,
): Judgement {
  return { verdict, reason, text, outcome: null, citations: [] };
}
