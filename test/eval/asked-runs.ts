import { ASKED, type AskedPair, type Snippet } from "../fixtures/asked/index.ts";
import { containsAnswer } from "./contains-answer.ts";
import { claimsAsRead, type ReadClaim, researchPassages } from "./product.ts";
import { sha256 } from "./rows.ts";

/**
 * Research results for one pair: from its near evidence alone, from its answering evidence alone, and from
 * both.
 */
export interface AskedRun {
  id: string;
  /** The aspect of the question that the near evidence gets wrong, such as its subject. */
  kind: string;
  pair: AskedPair;
  near: Said;
  answering: Said;
  both: Said;
}

export interface Said {
  question: string;
  ok: boolean;
  /** Why it was refused; undefined when answered. */
  errorCode: string | undefined;
  score: number;
  claims: readonly ReadClaim[];
}

/** Asks every pair, by kind. */
export async function runAsked(
  asked: Readonly<Record<string, readonly AskedPair[]>> = ASKED,
): Promise<AskedRun[]> {
  const runs: AskedRun[] = [];
  for (const [kind, pairs] of Object.entries(asked))
    for (const pair of pairs) {
      const { question, near, answering, answerable = question } = pair;
      runs.push({
        id: `asked:${sha256(question).slice(0, 8)}`,
        kind,
        pair,
        near: await ask(question, near),
        answering: await ask(answerable, answering),
        both: await ask(answerable, [...near, ...answering]),
      });
    }
  return runs;
}

/** Returns whether research took the near evidence for an answer. */
export function isTakenIn({ near }: AskedRun): boolean {
  return near.ok;
}

/** Returns whether the answering evidence led to an answer that contains the expected text. */
export function isKept({ answering, pair }: AskedRun): boolean {
  return answering.claims.some(({ text }) => containsAnswer(text, pair.answer));
}

/** Returns whether the answer comes first when the near evidence stands before it. */
export function comesFirst({ both, pair }: AskedRun): boolean {
  return both.claims.slice(0, 1).some(({ text }) => containsAnswer(text, pair.answer));
}

async function ask(question: string, snippets: readonly Snippet[]): Promise<Said> {
  const passages = snippets.map(([title, text]) => ({ title, text }));
  const outcome = await researchPassages(question, passages);
  return {
    question,
    ok: outcome.ok,
    errorCode: outcome.error_code,
    score: outcome.coverage_score,
    claims: outcome.ok ? claimsAsRead(outcome) : [],
  };
}
