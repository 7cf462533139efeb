import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CodeBlock } from "../../parts/code-block.tsx";
import { ExternalLink } from "../../parts/external-link.tsx";
import { NextStep } from "../../parts/next-step.tsx";
import { Banner } from "../../parts/problem-banner.tsx";
import { accountTitle } from "../connections/kinds.ts";
import type { MadeCall } from "./use-tool-call.ts";

/** Shows the result or preview of a call. A refusal is shown word for word. */
export function CallResult({ made }: { made: MadeCall }): JSX.Element {
  const { answer, isPreview } = made;
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.scrollIntoView({ block: "nearest" }), [made]);
  return (
    <section class="call-result" aria-label="Result" ref={section}>
      {answer.ok ? <Done answer={answer} isPreview={isPreview} /> : <Refusal answer={answer} />}
    </section>
  );
}

function Done({
  answer,
  isPreview,
}: {
  answer: Schemas["DispatchSuccess"];
  isPreview: boolean;
}): JSX.Element {
  const { result, elapsed_ms, credential, attempts, possible_duplicate: isDuplicate } = answer;
  return (
    <>
      <Banner tone={isPreview ? "neutral" : "good"}>
        <p>
          {isPreview ? "Nothing was sent. A call would send this." : `Done in ${elapsed_ms} ms.`}
          {credential && ` Account: ${accountTitle(credential)}.`}
          {attempts > 1 && ` It took ${attempts} attempts.`}
        </p>
        {isDuplicate && <p>An earlier call may already have done this: its outcome is unknown.</p>}
      </Banner>
      <CodeBlock label={isPreview ? "Preview" : "Result"} value={result} />
    </>
  );
}

function Refusal({ answer }: { answer: Schemas["DispatchFailure"] }): JSX.Element {
  const { refusal_reason, error_code, next_step, retry_after_seconds, outcome_unknown, approve_url } = answer;
  return (
    <Banner tone={error_code === "approval_required" ? "wait" : "bad"}>
      <p>{refusal_reason}</p>
      {next_step !== undefined && <NextStep text={next_step} />}
      {retry_after_seconds !== undefined && <p>A retry may succeed in {retry_after_seconds} s.</p>}
      {outcome_unknown && (
        <p>The outcome is unknown. Clicking again repeats the same call, which happens only once.</p>
      )}
      {approve_url !== undefined && (
        <p>
          <ExternalLink href={approve_url}>Decide about this call</ExternalLink>
        </p>
      )}
      <p class="small soft">{error_code}</p>
    </Banner>
  );
}
