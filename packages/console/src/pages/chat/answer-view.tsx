import { listedPeople } from "@plumbline/client/listed-people.ts";
import type { ComponentChildren, JSX } from "preact";
import { Badge } from "../../parts/badge.tsx";
import { Banner, ProblemBanner } from "../../parts/problem-banner.tsx";
import { nameCandidates } from "../../quoting/candidate-names.ts";
import { CitationMark } from "../../quoting/citation-mark.tsx";
import { SourceCard } from "../../quoting/source-card.tsx";
import { Withheld } from "../../quoting/withheld.tsx";
import { isRunning, say, sayAgain } from "./chat-state.ts";
import { type AnswerTurn, type FoundOutcome, outcomesIn, type Part } from "./conversation.ts";
import { formatText } from "./format-text.tsx";
import { ToolCallView } from "./tool-call-view.tsx";

interface AnswerViewProps {
  turn: AnswerTurn;
  at: number;
  isLast: boolean;
}

/** One answer of the agent: its calls, its text with sources, what was withheld, and how it ended. */
export function AnswerView({ turn, at, isLast }: AnswerViewProps): JSX.Element {
  const found = outcomesIn(turn);
  const isWriting = isLast && isRunning.value;
  const said = turn.parts.flatMap((part) => (part.type === "text_delta" ? [part.text] : [])).join("");
  const idOf = (toolUseId: string, index: number) => `turn-${at}-${toolUseId}-${index}`;
  return (
    <div class="answer" aria-busy={isWriting}>
      {inGroups(turn.parts).map((group) => partView(group, { found, idOf, said }))}
      {isWriting && (
        <p class="soft working" role="status">
          Working…
        </p>
      )}
      {turn.problem !== undefined && (
        <ProblemBanner problem={turn.problem} {...(isLast && { onRetry: sayAgain })} />
      )}
      {!isWriting && !turn.done && turn.problem === undefined && <p class="soft small">Stopped.</p>}
      <Candidates found={found} isLast={isLast && !isWriting} />
      <Sources found={found} turn={turn} idOf={idOf} />
      {turn.done && <Ending turn={turn} />}
      {turn.stopped && <StoppedWrites writes={turn.stopped} />}
    </div>
  );
}

type Group =
  | { texts: Extract<Part, { type: "text_delta" }>[] }
  | { part: Exclude<Part, { type: "text_delta" }> };

/** Text that came in pieces is one flow. */
function inGroups(parts: readonly Part[]): Group[] {
  const groups: Group[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.type !== "text_delta") groups.push({ part });
    else if (last && "texts" in last) last.texts.push(part);
    else groups.push({ texts: [part] });
  }
  return groups;
}

type IdOf = (toolUseId: string, index: number) => string;

interface AnswerFacts {
  found: readonly FoundOutcome[];
  idOf: IdOf;
  /** The whole text of the answer. */
  said: string;
}

function partView(group: Group, { found, idOf, said }: AnswerFacts): ComponentChildren {
  if ("texts" in group) return <TextFlow texts={group.texts} found={found} idOf={idOf} />;
  const { part } = group;
  switch (part.type) {
    case "tool":
      return <ToolCallView key={part.use.tool_use_id} call={part} said={said} />;
    case "unverified":
      return <Withheld text={part.text} reason={part.reason} />;
    case "error":
      return (
        <Banner tone="bad">
          <p>{part.message}</p>
          <p class="small soft">{part.error_code}</p>
        </Banner>
      );
  }
}

interface TextFlowProps {
  texts: readonly Extract<Part, { type: "text_delta" }>[];
  found: readonly FoundOutcome[];
  idOf: IdOf;
}

function TextFlow({ texts, found, idOf }: TextFlowProps): JSX.Element {
  return (
    <p class="answer-text">
      {texts.map(({ text, citations = [], tool_use_id: id }, at) => [
        formatText(withoutCandidates(at === 0 ? text.trimStart() : text, found)),
        ...citations.map((index) => {
          const of = found.find(({ toolUseId }) => toolUseId === id) ?? found[0];
          const title = of?.outcome.citations[index]?.title ?? "";
          return of && <CitationMark number={index + 1} target={idOf(of.toolUseId, index)} title={title} />;
        }),
      ])}
    </p>
  );
}

/** The people that a refusal lists are buttons below it. */
function withoutCandidates(text: string, found: readonly FoundOutcome[]): string {
  const candidates = found.flatMap(({ outcome }) => outcome.disambiguation_candidates);
  return listedPeople(text, candidates).lead;
}

interface CandidatesProps {
  found: readonly FoundOutcome[];
  isLast: boolean;
}

function Candidates({ found, isLast }: CandidatesProps): JSX.Element | null {
  const candidates = found.flatMap(({ outcome }) => nameCandidates(outcome));
  if (candidates.length === 0) return null;
  return (
    <ul class="candidates" aria-label="Who is meant?">
      {candidates.map(({ url, name, told, domain }) => (
        <li key={url}>
          <button
            type="button"
            class="button plain"
            disabled={!isLast}
            onClick={() => say(`I mean ${name}.`)}
          >
            {name}
          </button>{" "}
          <span class="small soft">
            {told} {domain}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Sources({ found, turn, idOf }: { found: readonly FoundOutcome[]; turn: AnswerTurn; idOf: IdOf }) {
  const sources = found.flatMap(({ toolUseId, outcome }) =>
    outcome.citations.map((citation, index) => ({ id: idOf(toolUseId, index), citation, index, toolUseId })),
  );
  if (sources.length === 0) return null;
  const quotesOf = (toolUseId: string, index: number) =>
    turn.parts.flatMap((part) => {
      if (part.type !== "text_delta" || !part.citations?.includes(index)) return [];
      if (part.tool_use_id !== undefined && part.tool_use_id !== toolUseId) return [];
      return [part.quote ?? part.text.replace(/^[\s“"]+|[\s”"]+$/g, "")];
    });
  return (
    <details class="chat-sources">
      <summary>{sources.length === 1 ? "One source" : `${sources.length} sources`}</summary>
      <ol class="sources">
        {sources.map(({ id, citation, index, toolUseId }) => (
          <SourceCard
            key={id}
            id={id}
            number={index + 1}
            citation={citation}
            quotes={quotesOf(toolUseId, index)}
          />
        ))}
      </ol>
    </details>
  );
}

const ENDINGS: Partial<Record<NonNullable<AnswerTurn["done"]>["stop_reason"], string>> = {
  approval: "It waits for a person.",
  max_steps: "It ended after as many steps as it may take.",
  deadline: "It ended because its time was over.",
  stopped: "It was stopped.",
};

const OUTCOMES: Record<NonNullable<AnswerTurn["stopped"]>[number]["outcome"], string> = {
  made: "was made",
  not_made: "was not made",
  unknown: "may have been made: look whether it arrived",
  waiting: "waits for a person",
  under_way: "is still under way",
};

/** What a run that was stopped has written. */
function StoppedWrites({ writes }: { writes: NonNullable<AnswerTurn["stopped"]> }): JSX.Element {
  if (writes.length === 0) return <p class="small soft">Nothing was written.</p>;
  return (
    <ul class="small">
      {writes.map(({ tool_use_id, tool, outcome }) => (
        <li key={tool_use_id}>
          <code>{tool}</code> {OUTCOMES[outcome]}.
        </li>
      ))}
    </ul>
  );
}

function Ending({ turn }: { turn: AnswerTurn }): JSX.Element {
  const { stop_reason, elapsed_ms, usage } = turn.done ?? {
    stop_reason: "end",
    elapsed_ms: 0,
    usage: undefined,
  };
  const said = ENDINGS[stop_reason];
  const tokens = (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);
  return (
    <p class="small soft ending">
      {said !== undefined && <Badge tone="wait">{said}</Badge>} {(elapsed_ms / 1000).toFixed(1)} s
      {tokens > 0 && ` · ${tokens.toLocaleString("en")} tokens`}
    </p>
  );
}
