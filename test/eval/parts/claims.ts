import { ANSWER_FILES, answerSets } from "../answer-sets.ts";
import { isDebris, opensWithPronoun } from "../debris.ts";
import type { Measurement } from "../figures.ts";
import type { Part } from "../part.ts";
import { claimsAsRead, type ReadClaim, researchHits } from "../product.ts";
import { sampleRows } from "../rows.ts";
import { WEB_FILES, webQuestions } from "../web-snippets.ts";

/** The form of all claims of the answer sets, with and without the answering passage. */
export const claims: Part = {
  title: "claims",
  files: ANSWER_FILES,
  names: () => ["claims.debris", "claims.pronoun"],
  async measure({ data, answers }) {
    const runs: QuotedRun[] = [];
    for (const set of answerSets(data))
      for (const { row, withGold, without } of await answers.of(set))
        for (const [side, run] of [withGold, without].entries()) {
          const { question, language } = row.value;
          runs.push({ id: `${row.id}:${side}`, question, language, claims: run.claims });
        }
    return judgeClaims("claims", runs);
  },
};

/** The same over snippets as a search backend gives them, cut from real web pages. */
export const webClaims: Part = {
  title: "claims",
  files: WEB_FILES,
  names: () => ["claims.web.debris", "claims.web.pronoun"],
  async measure({ data, sample }) {
    const runs: QuotedRun[] = [];
    for (const { id, value } of sampleRows(webQuestions(data), sample)) {
      const outcome = await researchHits(value.question, value.hits);
      const claims = outcome.ok ? claimsAsRead(outcome) : [];
      runs.push({ id, question: value.question, language: "en", claims });
    }
    return judgeClaims("claims.web", runs);
  },
};

interface QuotedRun {
  id: string;
  question: string;
  language: string;
  claims: readonly ReadClaim[];
}

function judgeClaims(name: string, runs: readonly QuotedRun[]): Measurement[] {
  const share = (
    figure: string,
    judge: (claim: ReadClaim, at: number, run: QuotedRun) => boolean,
  ): Measurement => ({
    name: `${name}.${figure}`,
    kind: "share",
    better: "fewer",
    rows: runs.flatMap((run) =>
      run.claims.map((claim, at) => ({
        id: `${run.id}:${at}`,
        group: run.question,
        hit: judge(claim, at, run),
      })),
    ),
  });
  return [
    share("debris", ({ text }) => isDebris(text)),
    share(
      "pronoun",
      (claim, at, { claims, language }) =>
        opensWithPronoun(claim.text, language) && !followsQuote(claim, claims[at - 1]),
    ),
  ];
}

/** Returns whether the claim read just before is the text directly before this one in the same snippet. */
function followsQuote(claim: ReadClaim, before: ReadClaim | undefined): boolean {
  if (before === undefined || before.snippet !== claim.snippet) return false;
  const at = claim.snippet.indexOf(before.text);
  if (at < 0) return false;
  const rest = claim.snippet.slice(at + before.text.length);
  return rest.trimStart().startsWith(claim.text);
}
