import type { ResearchRefusal } from "../errors/research-refusal.ts";
import { cutText } from "../text/cut-text.ts";
import { splitSentences } from "../text/sentences.ts";
import type { Evidence } from "./evidence.ts";
import type { ResearchOutcome } from "./outcome.ts";

/** Why research refuses: a stable code, and a text shown verbatim that says what the reader can do. */
export interface Refusal {
  code: ResearchRefusal;
  reason: string;
}

const MAX_TITLE_SHOWN = 100;
const MAX_SENTENCE_SHOWN = 160;

/** No backend is set; there is no falling back to what a model remembers. */
export const notConfigured: Refusal = {
  code: "research_not_configured",
  reason:
    "Research is not configured, and nothing is answered from memory. The operator can set SEARCH_A_API_KEY (recommended), " +
    "SEARCH_B_API_KEY or SEARCH_C_INSTANCE_URL, or for development ALLOW_HTML_SEARCH_FALLBACK=1.",
};

/** The evidence does not reach the threshold; both are in [0, 1]. */
export function insufficientEvidence(score: number, threshold: number): Refusal {
  // Rounded down, so that a refused score never reads like a passing one.
  const shown = (Math.floor(score * 100) / 100).toFixed(2);
  return {
    code: "research_insufficient_evidence",
    reason:
      `Not enough public evidence was found to answer: coverage ${shown}, and ${threshold.toFixed(2)} is needed. ` +
      "Please add context, such as an employer, a role or a location, and ask again.",
  };
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

/** Every configured backend failed. */
export function providerFailure(chain: ResearchOutcome["provider_chain"]): Refusal {
  const errors = chain.map(({ backend, error }) => error ?? backend);
  return {
    code: "research_provider_failure",
    reason:
      `No search backend could answer. Tried in order: ${errors.join("; ")}. Last error: ${errors.at(-1) ?? "none"}. ` +
      "Please try again later, or have the operator check the search settings.",
  };
}
