import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { linkTo } from "../../app/route.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { ExternalLink } from "../../parts/external-link.tsx";
import { NextStep } from "../../parts/next-step.tsx";
import { Banner } from "../../parts/problem-banner.tsx";
import { LoadedApprovalCard } from "../approvals/approval-card.tsx";
import { accountTitle } from "../connections/kinds.ts";
import { isRunning, resume } from "./chat-state.ts";
import { awaitsDecision, type ToolPart } from "./conversation.ts";

interface ToolCallViewProps {
  call: ToolPart;
  /** True if the run has ended, with or without this call's result. */
  hasEnded: boolean;
  /** Text of the whole answer. If it repeats a refusal word for word, the refusal is shown only once. */
  said: string;
}

/** Shows one call of the agent and how it ended. Expanding it shows what was sent and returned. */
export function ToolCallView({ call, said, hasEnded }: ToolCallViewProps): JSX.Element {
  const { use, result, approval } = call;
  const [isDecided, setDecided] = useState(false);
  const state = stateOf(call, { hasEnded, isDecided });
  const isQuestion = result?.is_error && result.error_code === AMBIGUOUS;
  const refusal = result?.is_error && !awaitsDecision(call) && !isQuestion ? result : undefined;
  const isDone = result !== undefined && !result.is_error;
  const changed = result?.is_error === false ? result.changed : undefined;
  const title = (isDone ? (changed?.title_done ?? use.title_done) : use.title) ?? use.name;
  const { url: made } = Object(isDone && result.content) as { url?: unknown };
  return (
    <div class="tool-call">
      {typeof made === "string" && (
        <p class="made small">
          <ExternalLink href={made}>
            Open <span class="visually-hidden">result</span>
          </ExternalLink>
        </p>
      )}
      <details>
        <summary>
          {title} {!isDone && <Badge tone={state.tone}>{state.word}</Badge>}
          {result?.credential && <span class="small soft"> {accountTitle(result.credential)}</span>}
        </summary>
        <p class="small soft">
          <code>{use.name}</code>
        </p>
        <CodeBlock label={changed ? "Arguments of the agent" : "Arguments"} value={use.arguments} />
        {changed && <CodeBlock label="Arguments as a person changed them" value={changed.arguments} />}
        {result && <CodeBlock label="Result" value={result.content} />}
      </details>
      {refusal?.is_error && <Refusal refusal={refusal} isSaid={said.includes(refusal.refusal_reason)} />}
      {result && !result.is_error && result.possible_duplicate && (
        <Banner tone="wait">
          <p>An earlier call may already have done this: its outcome is unknown.</p>
        </Banner>
      )}
      {changed && <p class="small soft">A person changed this call before it was sent.</p>}
      {result && !result.is_error && result.made_before && (
        <p class="small soft">This was done when the message was first answered. Nothing was sent again.</p>
      )}
      {approval && awaitsDecision(call) && (
        <div class="waiting-call">
          <LoadedApprovalCard
            id={approval.approval_id}
            isBusy={isRunning.value}
            onSettled={() => setDecided(true)}
            onDecided={() => resume(approval.approval_id)}
          />
        </div>
      )}
    </div>
  );
}

type RefusedResult = Extract<NonNullable<ToolPart["result"]>, { is_error: true }>;

/**
 * Shows why a call was refused, the error code and the remedy. A refused account links to its reconnection.
 */
function Refusal({ refusal, isSaid }: { refusal: RefusedResult; isSaid: boolean }): JSX.Element {
  const { refusal_reason, error_code, content, credential } = refusal;
  const { next_step } = Object(content) as { next_step?: unknown };
  const isAuthentication = error_code === "authentication";
  if (isSaid && next_step === undefined && !isAuthentication) return <p class="small soft">{error_code}</p>;
  return (
    <Banner tone="wait">
      {!isSaid && <p>{refusal_reason}</p>}
      {typeof next_step === "string" &&
        (FOR_PROGRAMS.includes(error_code) ? (
          <p class="small soft">The agent was told: {next_step}</p>
        ) : (
          <NextStep text={next_step} />
        ))}
      {isAuthentication && (
        <p>
          {credential ? (
            <a href={linkTo("connections", credential.id)}>Reconnect {accountTitle(credential)}</a>
          ) : (
            <a href={linkTo("connections")}>Connect an account</a>
          )}
        </p>
      )}
      <p class="small soft">{error_code}</p>
    </Banner>
  );
}

/** Codes whose next step tells the model how to call, which its reader cannot do. */
const FOR_PROGRAMS: readonly string[] = ["validation", "approval_denied"];

/** Several people have the name, and the answer asks which one is meant. */
const AMBIGUOUS = "research_ambiguous_name";

interface SeenElsewhere {
  hasEnded: boolean;
  /** A person has decided, which the run does not know yet. */
  isDecided: boolean;
}

function stateOf(call: ToolPart, { hasEnded, isDecided }: SeenElsewhere): { word: string; tone: Tone } {
  const { result } = call;
  if (awaitsDecision(call))
    return isDecided ? { word: "decided", tone: "neutral" } : { word: "waiting for approval", tone: "wait" };
  if (!result) return { word: hasEnded ? "stopped" : "running", tone: "neutral" };
  if (result.is_error && result.error_code === "approval_denied") return { word: "denied", tone: "neutral" };
  const isQuestion = result.is_error && result.error_code === AMBIGUOUS;
  return isQuestion ? { word: "asks who you mean", tone: "accent" } : { word: "refused", tone: "bad" };
}
