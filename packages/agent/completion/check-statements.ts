import type { CallOwner } from "@plumbline/core/access/caller.ts";
import { Deadline } from "@plumbline/core/clock/clock.ts";
import { DEFAULT_DEADLINE_MS } from "@plumbline/core/dispatch/call.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { GivenSource, Reason, VerifiedSentence } from "@plumbline/grounding/guard";
import type { Citation, ResearchOutcome } from "@plumbline/grounding/outcome";
import { loadGuard } from "../load-guard.ts";
import { askSupport, reportSupport, type SupportReport } from "../reader/ask-support.ts";
import type { CompletionPorts } from "./complete-research.ts";
import { runLoggedResearch } from "./logged-research.ts";

/** Maximum number of searches per check. */
const MAX_SEARCHES = 5;

/** The request of `POST research/check`: a text, and the sources to check it against. */
export interface CheckRequest {
  text: string;
  /** If omitted, public sources are searched. */
  sources?: readonly GivenSource[] | undefined;
  /** Minimum score of a supported sentence, in [0, 1]. It can only make the check stricter. */
  threshold?: number | undefined;
}

/** A sentence with its position in the text. `citations` are indexes into the response's citations. */
export type CheckedSentence = Omit<VerifiedSentence, "outcome" | "subject">;

/** Response of `POST research/check`. */
export interface CheckAnswer {
  /** True if every sentence is supported or makes no claim. */
  supported: boolean;
  sentences: CheckedSentence[];
  /** The given sources in the given order, or the sources that the search found. */
  citations: Citation[];
  /** Present only if a reader was asked about sentences that the rules leave unclear. */
  reader?: SupportReport;
}

/**
 * Checks a text sentence by sentence, as the guard checks a model's answer, against given sources or a
 * search. Runs a separate search for each sentence that the first search does not support.
 */
export async function checkStatements(
  ports: Pick<CompletionPorts, "engine" | "callLog" | "clock">,
  caller: CallOwner,
  { text, sources, threshold = 0 }: CheckRequest,
  call: CallOptions,
): Promise<CheckAnswer> {
  const { readGivenSources, verifyWithReader } = await loadGuard();
  const { deadline = Deadline.in(DEFAULT_DEADLINE_MS, ports.clock), signal } = call;
  const bounds = { deadline, signal, tenantId: caller.tenantId };
  const searched = new Map<number, ResearchOutcome>();
  const outcomes =
    sources === undefined
      ? await searchFor(text, searched, (query) =>
          runLoggedResearch(ports, caller, { query, ...bounds }, call),
        )
      : [readGivenSources(sources, ports.clock.now())];
  let reader: SupportReport | undefined;
  const ask = askSupport(ports.engine, bounds, (reading) => {
    reader = reportSupport(reading);
  });
  const verified = await verifyWithReader(text, outcomes, ask);
  const told = verified.map((one) =>
    sources !== undefined || isAccepted(one) ? one : addSearchReason(one, searched.get(one.start)),
  );
  return { ...mergeOutcomes(told, outcomes, threshold), ...(reader && { reader }) };
}

/**
 * Searches for each sentence that nothing found so far supports. Returns the outcomes in order, and enters
 * them in `searched` by the sentence's position.
 */
async function searchFor(
  text: string,
  searched: Map<number, ResearchOutcome>,
  search: (query: string) => Promise<ResearchOutcome>,
): Promise<ResearchOutcome[]> {
  const { verify } = await loadGuard();
  while (searched.size < MAX_SEARCHES) {
    const sentences = verify(text, [...searched.values()]);
    const next = sentences.find((one) => !isAccepted(one) && !searched.has(one.start));
    if (next === undefined) break;
    const { subject, text: stated } = next;
    const query = subject === null || stated.includes(subject) ? stated : `${subject}: ${stated}`;
    searched.set(next.start, await search(query));
  }
  return [...searched.values()];
}

function isAccepted({ verdict }: Pick<VerifiedSentence, "verdict">): boolean {
  return verdict === "supported" || verdict === "exempt";
}

const NOT_SEARCHED: Reason = {
  code: "not_searched",
  text: `It was not searched for separately: a check makes at most ${MAX_SEARCHES} searches.`,
};

/** Adds the reason if the separate search for the sentence found nothing. */
function addSearchReason(sentence: VerifiedSentence, outcome: ResearchOutcome | undefined): VerifiedSentence {
  const { error_code: code, refusal_reason: text } = outcome ?? {};
  const why = outcome === undefined ? NOT_SEARCHED : code && text ? { code, text } : undefined;
  if (why === undefined) return sentence;
  // Nothing was found that could contradict the sentence.
  const verdict = outcome?.ok === false ? "unclear" : sentence.verdict;
  return { ...sentence, verdict, reasons: [why, ...sentence.reasons] };
}

/** Merges the citations of all outcomes into one list. */
function mergeOutcomes(
  verified: readonly VerifiedSentence[],
  outcomes: readonly ResearchOutcome[],
  threshold: number,
): CheckAnswer {
  const citations = outcomes.flatMap((outcome) => outcome.citations);
  const sentences = verified.map(({ outcome, subject: _, ...sentence }): CheckedSentence => {
    if (sentence.verdict === "supported" && sentence.score < threshold) {
      const { quote, ...rest } = sentence;
      const nearest = quote === undefined ? {} : { nearest: quote };
      return { ...rest, ...nearest, verdict: "unclear", citations: [], reasons: [BELOW_THRESHOLD] };
    }
    const before = outcomes.slice(0, outcome ?? 0).reduce((sum, one) => sum + one.citations.length, 0);
    return { ...sentence, citations: sentence.citations.map((index) => before + index) };
  });
  return { supported: sentences.every(isAccepted), sentences, citations };
}

const BELOW_THRESHOLD: Reason = { code: "below_threshold", text: "Its score is below the threshold." };
