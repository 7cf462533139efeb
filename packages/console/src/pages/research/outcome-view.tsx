import { splitCandidateList } from "@plumbline/client/candidate-list.ts";
import type { JSX } from "preact";
import { Badge } from "../../parts/badge.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Banner } from "../../parts/problem-banner.tsx";
import { CandidateList } from "../../quoting/candidate-list.tsx";
import { CitationMark } from "../../quoting/citation-mark.tsx";
import { listCitedPages, pageNumber } from "../../quoting/cited-pages.ts";
import { outcomeAsMarkdown } from "../../quoting/outcome-markdown.ts";
import { RelatedQuotes } from "../../quoting/related-quotes.tsx";
import { SourceCard } from "../../quoting/source-card.tsx";
import type { ResearchAnswer } from "./ask.ts";
import { answerQuote, otherQuotes } from "./other-quotes.ts";
import { WrittenAnswer } from "./written-answer.tsx";

type Outcome = NonNullable<ResearchAnswer["outcome"]>;
type Claim = Outcome["sections"][number]["claims"][number];

interface OutcomeViewProps {
  answer: ResearchAnswer;
  /** Asks again about one of several people with the same name. */
  onCandidate: (name: string) => void;
}

/** Shows what was found, or why nothing may be said. */
export function OutcomeView({ answer, onCandidate }: OutcomeViewProps): JSX.Element {
  const { outcome, gate } = answer;
  if (outcome === null)
    return (
      <Banner tone="neutral">
        <p>A web search cannot answer this: {gate.reasons.join(", ")}.</p>
      </Banner>
    );
  return (
    <article class="outcome" aria-label="Answer">
      {outcome.ok ? <Found answer={answer} outcome={outcome} /> : <Refused outcome={outcome} />}
      <CandidateList outcomes={[outcome]} onChoose={onCandidate} />
      {outcome.ok ? <Sources outcome={outcome} /> : <RelatedQuotes outcomes={[outcome]} />}
      <HowFound outcome={outcome} gate={gate} />
    </article>
  );
}

function Refused({ outcome }: { outcome: Outcome }): JSX.Element {
  return (
    <Banner tone="wait">
      <p>{splitCandidateList(outcome.refusal_reason ?? "", outcome.disambiguation_candidates).lead}</p>
      <p class="small soft">{outcome.error_code}</p>
    </Banner>
  );
}

function Found({ answer, outcome }: { answer: ResearchAnswer; outcome: Outcome }): JSX.Element {
  const written = answer.completion?.text ?? "";
  const best = answerQuote(outcome, written);
  return (
    <>
      <div class="outcome-head">
        {best && (
          <p class="outcome-answer">
            <Quote claim={best} outcome={outcome} />
          </p>
        )}
        <CopyButton text={() => outcomeAsMarkdown(outcome)} label="Copy as Markdown" />
      </div>
      <WrittenAnswer answer={answer} outcome={outcome} />
      {otherQuotes(outcome, written).map(({ heading, claims }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <ul class="claims">
            {claims.map((claim) => (
              <li key={`${claim.citation_index} ${claim.text}`}>
                <Quote claim={claim} outcome={outcome} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Shows a quote with a mark that opens its source. */
function Quote({ claim, outcome }: { claim: Claim; outcome: Outcome }): JSX.Element {
  const { text, subject, citation_index: at } = claim;
  const citation = outcome.citations[at];
  return (
    <>
      {subject !== undefined && `${subject}: `}
      {text}
      {citation && (
        <CitationMark number={pageNumber(outcome.citations, citation)} citation={citation} quote={text} />
      )}
    </>
  );
}

function Sources({ outcome }: { outcome: Outcome }): JSX.Element {
  const { citations, sections } = outcome;
  const claims = sections.flatMap((section) => section.claims);
  return (
    <section>
      <h2>Sources</h2>
      <ol class="sources">
        {listCitedPages(citations).map((page) => (
          <SourceCard
            key={page.number}
            {...page}
            quotes={claims
              .filter(({ citation_index: at }) => citations[at]?.url === page.citations[0].url)
              .map(({ text }) => text)}
          />
        ))}
      </ol>
    </section>
  );
}

function HowFound({ outcome, gate }: { outcome: Outcome; gate: ResearchAnswer["gate"] }): JSX.Element {
  const { coverage_score: coverage, provider_chain: chain } = outcome;
  const notes = outcome.unverified_notes.filter(({ kind }) => kind !== "related");
  return (
    <section class="how-found">
      <h2>How this was found</h2>
      <dl class="facts">
        {outcome.ok && (
          <>
            <dt>Coverage</dt>
            <dd>
              <meter min={0} max={1} value={coverage} aria-label="Coverage" /> {Math.round(coverage * 100)} %
            </dd>
          </>
        )}
        <dt>Searched</dt>
        <dd>
          {chain.length === 0 && "No search engine was queried."}
          <ol class="chain">
            {chain.map(({ backend, ok, error }) => (
              <li key={backend}>
                <code>{backend}</code> <Badge tone={ok ? "good" : "bad"}>{ok ? "answered" : "failed"}</Badge>
                {error !== undefined && <span class="small soft"> {error}</span>}
              </li>
            ))}
          </ol>
        </dd>
        {notes.length > 0 && (
          <>
            <dt>Notes</dt>
            <dd>
              <ul class="notes">
                {notes.map(({ kind, text }) => (
                  <li key={text}>
                    <Badge tone="neutral">{kind.replaceAll("_", " ")}</Badge> {text}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {gate.reasons.length > 0 && (
          <>
            <dt>Why it was researched</dt>
            <dd>{gate.reasons.join(", ").replaceAll("_", " ")}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
