import { splitCandidateList } from "@plumbline/client/candidate-list.ts";
import type { ComponentChildren, JSX } from "preact";
import { linkTo } from "../../app/route.ts";
import { hasScope, models } from "../../app/visit-state.ts";
import { Markdown, withMarkAt, withoutMarks } from "../../markdown/markdown.tsx";
import { Badge } from "../../parts/badge.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Banner, ProblemBanner } from "../../parts/problem-banner.tsx";
import { CandidateList } from "../../quoting/candidate-list.tsx";
import { CitationMark } from "../../quoting/citation-mark.tsx";
import { RelatedQuotes, UnansweredParts } from "../../quoting/related-quotes.tsx";
import { SourceCard } from "../../quoting/source-card.tsx";
import { Withheld } from "../../quoting/withheld.tsx";
import { isRunning, openedChat, say, sayAgain, writingAt } from "./chat-state.ts";
import { type AnswerTurn, awaitsDecision, outcomesIn, type Part, saidIn } from "./conversation.ts";
import { RateAnswer } from "./rate-answer.tsx";
import { type AnswerSources, type CitedPlace, sourcesOf } from "./sources.ts";
import { ToolCallView } from "./tool-call-view.tsx";

interface AnswerViewProps {
  turn: AnswerTurn;
  /** Its place in the conversation. */
  at: number;
  isLast: boolean;
}

/** Shows one answer of the agent: its calls, its text with sources, withheld sentences, and how it ended. */
export function AnswerView({ turn, at, isLast }: AnswerViewProps): JSX.Element {
  const isWriting = isRunning.value && writingAt.value === at;
  const facts = { sources: sourcesOf(turn), outcomes: outcomesIn(turn).map(({ outcome }) => outcome), turn };
  return (
    <div class="answer" aria-busy={isWriting}>
      {inGroups(turn.parts).map((group) => partView(group, facts))}
      {isWriting && (
        <p class="soft working" role="status">
          Working…
        </p>
      )}
      {turn.problem !== undefined && (
        <ProblemBanner problem={turn.problem} {...(isLast && { onRetry: sayAgain })} />
      )}
      {!isWriting && !turn.done && turn.problem === undefined && <StoppedEarly turn={turn} />}
      <CandidateList
        outcomes={facts.outcomes}
        isDisabled={!isLast || isRunning.value}
        onChoose={(name) => say(`I mean ${name}.`)}
      />
      {!isWriting && <UnansweredParts outcomes={facts.outcomes} />}
      {!isWriting && <RelatedQuotes outcomes={facts.outcomes} />}
      <Withheld sentences={turn.parts.filter((part) => part.type === "unverified")} />
      <Sources sources={facts.sources} />
      {turn.done && <Ending turn={turn} at={at} isLast={isLast && !isRunning.value} />}
      {turn.stopped && <StoppedWrites writes={turn.stopped} parts={turn.parts} />}
    </div>
  );
}

/** Says that the reader did not wait for the answer. */
function StoppedEarly({ turn: { runId } }: { turn: AnswerTurn }): JSX.Element {
  return (
    <p class="soft small">
      Stopped.
      {runId === undefined && hasScope("calls:read") && (
        <>
          {" "}
          The agent may still have written something: see the <a href={linkTo("calls")}>calls</a>.
        </>
      )}
    </p>
  );
}

type Text = Extract<Part, { type: "text_delta" }>;
type Group = { texts: Text[] } | { part: Exclude<Part, { type: "text_delta" | "unverified" }> };

/**
 * Groups pieces of text into one flow, even if a sentence between them was withheld. Omits the reason of a
 * waiting call, which its card shows.
 */
function inGroups(parts: readonly Part[]): Group[] {
  const groups: Group[] = [];
  const onCards = parts.flatMap((part) =>
    part.type === "tool" && part.result?.is_error && awaitsDecision(part) ? [part.result.refusal_reason] : [],
  );
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.type === "unverified") continue;
    if (part.type === "text_delta" && onCards.includes(part.text.trim())) continue;
    if (part.type !== "text_delta") groups.push({ part });
    else if (last && "texts" in last) last.texts.push(part);
    else groups.push({ texts: [part] });
  }
  return groups;
}

interface AnswerFacts {
  turn: AnswerTurn;
  sources: AnswerSources;
  outcomes: readonly ReturnType<typeof outcomesIn>[number]["outcome"][];
}

function partView(group: Group, facts: AnswerFacts): ComponentChildren {
  if ("texts" in group) return <TextFlow texts={group.texts} facts={facts} />;
  const { part } = group;
  if (part.type === "tool")
    return (
      <ToolCallView
        key={part.use.tool_use_id}
        call={part}
        hasEnded={facts.turn.done !== undefined}
        said={saidIn(facts.turn)}
      />
    );
  return (
    <Banner tone="bad">
      <p>{part.message}</p>
      <p class="small soft">{part.error_code}</p>
    </Banner>
  );
}

/**
 * Renders one flow of text as Markdown with the numbers of its sources. Candidates listed in a refusal become
 * buttons.
 */
function TextFlow({ texts, facts }: { texts: readonly Text[]; facts: AnswerFacts }): JSX.Element {
  const { sources, outcomes } = facts;
  const candidates = outcomes.flatMap((outcome) => outcome.disambiguation_candidates);
  const places: CitedPlace[] = [];
  const written = texts.map((part) => {
    const text = withoutMarks(splitCandidateList(part.text, candidates).lead);
    const cited = sources.cited.get(part) ?? [];
    return cited.reduce((marked, place) => withMarkAt(marked, places.push(place) - 1), text);
  });
  return (
    <div class="answer-text">
      <Markdown
        text={written.join("").trimStart()}
        mark={(at) => places[at] && <CitationMark key={at} {...places[at]} />}
      />
    </div>
  );
}

function Sources({ sources: { pages } }: { sources: AnswerSources }): JSX.Element | null {
  if (pages.length === 0) return null;
  const cited = pages.filter(({ quotes }) => quotes.length > 0).length;
  const others = pages.length - cited;
  const counts = [
    ...(cited > 0 ? [cited === 1 ? "One source" : `${cited} sources`] : []),
    ...(others > 0 ? [others === 1 ? "one other page found" : `${others} other pages found`] : []),
  ];
  return (
    <details class="chat-sources">
      <summary>{counts.join(", ")}</summary>
      <ol class="sources">
        {pages.map((page) => (
          <SourceCard key={page.number} {...page} />
        ))}
      </ol>
    </details>
  );
}

const ENDINGS: Partial<Record<NonNullable<AnswerTurn["done"]>["stop_reason"], string>> = {
  approval: "It stopped for an approval.",
  max_steps: "It reached the maximum number of steps.",
  deadline: "It ran out of time.",
  stopped: "It was stopped.",
};

const OUTCOMES: Record<NonNullable<AnswerTurn["stopped"]>[number]["outcome"], string> = {
  made: "made",
  not_made: "not made",
  unknown: "may have been made: check whether it arrived",
  waiting: "waiting for approval",
  under_way: "in progress",
};

interface StoppedWritesProps {
  writes: NonNullable<AnswerTurn["stopped"]>;
  parts: readonly Part[];
}

/** Shows what a stopped run has written. */
function StoppedWrites({ writes, parts }: StoppedWritesProps): JSX.Element {
  const uses = parts.flatMap((part) => (part.type === "tool" ? [part.use] : []));
  const titleOf = (id: string) => uses.find(({ tool_use_id }) => tool_use_id === id)?.title;
  if (writes.length === 0) return <p class="small soft">Nothing was written.</p>;
  return (
    <ul class="small">
      {writes.map(({ tool_use_id, tool, outcome }) => (
        <li key={tool_use_id}>
          {titleOf(tool_use_id) ?? <code>{tool}</code>}: {OUTCOMES[outcome]}.
        </li>
      ))}
    </ul>
  );
}

function Ending({ turn, at, isLast }: AnswerViewProps): JSX.Element {
  const { stop_reason, elapsed_ms, usage } = turn.done ?? {
    stop_reason: "end",
    elapsed_ms: 0,
    usage: undefined,
  };
  const said = ENDINGS[stop_reason];
  const { model, unavailable_model: unavailable } = turn.start ?? {};
  const tokens = (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);
  return (
    <div class="ending small soft">
      <CopyButton text={() => saidIn(turn).trim()} />
      {isLast && stop_reason !== "approval" && (
        <button
          type="button"
          class="button plain small"
          title="Runs your message again. What was already written is not written twice."
          onClick={sayAgain}
        >
          Answer again
        </button>
      )}
      {said !== undefined && <Badge tone="wait">{said}</Badge>}
      {unavailable !== undefined && (
        <span>
          {unavailable} is no longer available; {model} continued.
        </span>
      )}
      <span>
        {models.value.length > 1 && model !== undefined && `${model} · `}
        {(elapsed_ms / 1000).toFixed(1)} s{tokens > 0 && ` · ${tokens.toLocaleString("en")} tokens`}
      </span>
      {turn.runId !== undefined && (
        <>
          <a href={linkTo("runs", turn.runId)}>All steps</a>
          {openedChat.value?.own !== false && <RateAnswer at={at} turn={turn} />}
        </>
      )}
    </div>
  );
}
