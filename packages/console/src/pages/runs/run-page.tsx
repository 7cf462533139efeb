import type { ComponentChildren, JSX } from "preact";
import { service } from "../../app/api.ts";
import type { ConsolePage } from "../../app/console-page.ts";
import { linkTo, place } from "../../app/route.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Badge } from "../../parts/badge.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { DetailPage } from "../../parts/detail-page.tsx";
import { ExternalLink } from "../../parts/external-link.tsx";
import { type Fact, Facts } from "../../parts/facts.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { shortTitle } from "../../parts/short-title.ts";
import { useLoaded } from "../../parts/use-loaded.ts";
import { listCitedPages } from "../../quoting/cited-pages.ts";
import { withoutQuotationMarks } from "../../quoting/source-card.tsx";
import { accountTitle } from "../connections/kinds.ts";
import { type ReadRun, type RunStep, stepsOf } from "./run-steps.ts";

/** One run of the agent with everything that it did. Chats, calls and approvals link to it. */
export const runPage: ConsolePage = {
  path: "runs",
  title: "Run",
  icon: "list",
  group: "Ask",
  needs: "agent",
  isUnlisted: true,
  Body: RunPage,
};

function RunPage(): JSX.Element {
  const [id] = place.value.rest;
  if (id === undefined)
    return (
      <PageHead title="No run is selected" lead="Open one from an answer in the chat, or from a call." />
    );
  return <OneRun key={id} id={id} />;
}

function OneRun({ id }: { id: string }): JSX.Element {
  const loaded = useLoaded(async (signal) => {
    const params = { path: { id } };
    return (await service.GET("/api/v1/agent/runs/{id}/timeline", { params, signal })).data;
  }, id);
  return (
    <DetailPage list="chat" listWords="Chat" loaded={loaded}>
      {(run) => (
        <>
          <PageHead title={shortTitle(run.message ?? "") || "Run"} />
          <Facts facts={factsOf(run)} />
          <h2>What it did</h2>
          <ol class="run-steps">
            {stepsOf(run).map((step, at, all) => (
              <li key={at} class={`step-${step.kind}`}>
                <span class="run-time small soft">{timeWords(step, all[0])}</span>
                <div>
                  <StepView step={step} />
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
    </DetailPage>
  );
}

const STATES: Readonly<Record<ReadRun["state"], string>> = {
  running: "in progress",
  waiting: "waiting for approval",
  ended: "ended",
  interrupted: "interrupted because the service stopped",
};

function factsOf(run: ReadRun): Fact[] {
  const { usage, rating, events, conversation_id: chat, writes } = run;
  const at = events[0]?.at;
  const done = events.findLast(({ event }) => event.type === "done")?.event;
  const written = writes.map(({ tool, outcome }) => `${tool}: ${outcome.replace("_", " ")}`);
  return [
    ["State", STATES[run.state]],
    ["When", at && <RelativeTime at={at} />],
    ["Took", done?.type === "done" && seconds(done.elapsed_ms)],
    ["Model", run.model],
    ["Tokens", usage && tokenWords(usage.input_tokens, usage.output_tokens)],
    ["Writes", written.join(", ")],
    ["Chat", chat !== null && <a href={linkTo("chat", chat)}>Open the chat</a>],
    ["Rated", rating && [rating.value, rating.reason].filter(Boolean).join(": ")],
    ["Run ID", <code key="id">{run.run_id}</code>],
  ];
}

function StepView({ step }: { step: RunStep }): JSX.Element {
  switch (step.kind) {
    case "question":
      return <Step title="Asked">{step.text}</Step>;
    case "gate":
      if (step.isResumed) return <Step title="Resumed after a decision" />;
      return <Step title={step.start.requires_grounding ? "Needs research" : "Needs no research"} />;
    case "search":
    case "call":
      return (
        <Step title={step.use.title ?? step.use.name}>
          <details>
            <summary class="small">Arguments</summary>
            <CodeBlock label="Arguments" value={step.use.arguments} />
          </details>
        </Step>
      );
    case "found":
      return <Found outcome={step.outcome} />;
    case "result":
      return <Result result={step.result} />;
    case "approval":
      return (
        <Step title="Needs approval" tone="wait">
          {hasScope("approvals:grant") || hasScope("tools:call") ? (
            <a href={linkTo("approvals", step.approval.approval_id)}>Open the approval</a>
          ) : null}
        </Step>
      );
    case "text":
      return (
        <Step title={step.isQuoted ? "Quoted" : step.quotes > 0 ? "Kept" : "Said"}>{step.text.trim()}</Step>
      );
    case "withheld":
      return (
        <Step title="Withheld" tone="wait">
          {step.withheld.text}
          <br />
          <span class="small soft">{step.withheld.reason}</span>
        </Step>
      );
    case "model": {
      const { input_tokens: input, output_tokens: output, error_code } = step.span;
      return (
        <Step title="The model wrote" error={error_code}>
          {input !== null && output !== null && tokenWords(input, output)}
        </Step>
      );
    }
    case "request":
      return <Step title={`Request to ${step.span.host}`} error={step.span.error_code} />;
    case "error":
      return <Step title={step.error.message} error={step.error.error_code} />;
    case "end":
      return <Step title={step.done.stop_reason === "end" ? "Finished" : stoppedBy(step.done.stop_reason)} />;
  }
}

interface StepProps {
  title: string;
  tone?: "wait" | "good";
  error?: string | null;
  children?: ComponentChildren;
}

function Step({ title, tone, error = null, children }: StepProps): JSX.Element {
  return (
    <>
      <p class="run-title">
        {tone ? <Badge tone={tone}>{title}</Badge> : title}{" "}
        {error !== null && <Badge tone="bad">{error}</Badge>}
      </p>
      {children && <div class="run-text">{children}</div>}
    </>
  );
}

function Found({ outcome }: { outcome: Extract<RunStep, { kind: "found" }>["outcome"] }): JSX.Element {
  const quotes = outcome.sections.flatMap(({ claims }) => claims);
  const pages = listCitedPages(outcome.citations).length;
  const found = `${quotes.length} ${quotes.length === 1 ? "quote" : "quotes"}`;
  return (
    <Step title={`Found ${found} on ${pages} ${pages === 1 ? "page" : "pages"}`}>
      <ul class="run-quotes">
        {quotes.map(({ text, citation_index: index }, at) => {
          const page = outcome.citations[index];
          return (
            <li key={at}>
              <q>{withoutQuotationMarks(text)}</q>{" "}
              {page && <ExternalLink href={page.url}>{new URL(page.url).hostname}</ExternalLink>}
            </li>
          );
        })}
      </ul>
    </Step>
  );
}

function Result({ result }: Pick<Extract<RunStep, { kind: "result" }>, "result">): JSX.Element {
  const { url: made } = Object(result.content) as { url?: unknown };
  const asks = result.is_error && result.error_code === "approval_required";
  return (
    <Step
      title={asks ? "Needs approval" : result.is_error ? "Refused" : "Done"}
      error={result.is_error && !asks ? result.error_code : null}
    >
      {result.is_error && <p>{result.refusal_reason}</p>}
      {typeof made === "string" && !result.is_error && (
        <ExternalLink href={made}>Open the result</ExternalLink>
      )}
      <details>
        <summary class="small">
          Result{result.credential ? ` of ${accountTitle(result.credential)}` : ""}
        </summary>
        <CodeBlock label="Result" value={result.content} />
      </details>
    </Step>
  );
}

function timeWords({ at, elapsedMs }: RunStep, first: RunStep | undefined): string {
  const since = at === undefined || first?.at === undefined ? "" : `+${seconds(at - first.at)}`;
  return elapsedMs === undefined ? since : `${since}, took ${seconds(elapsedMs)}`;
}

function stoppedBy(reason: string): string {
  return `Stopped: ${reason.replace("_", " ")}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function tokenWords(input: number, output: number): string {
  return `${input.toLocaleString("en")} tokens in, ${output.toLocaleString("en")} out`;
}
