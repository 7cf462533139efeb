import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { linkTo } from "../../app/route.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { ExternalLink } from "../../parts/external-link.tsx";
import { Banner } from "../../parts/problem-banner.tsx";

/** Says in a sentence what became of a call, with a link to what an approved one made. */
export function ApprovalOutcome({
  approval: { status, title_done: done, result, changed_to: changedTo },
}: {
  approval: Schemas["ApprovalDetail"];
}): JSX.Element | null {
  if (changedTo !== null)
    return (
      <Banner tone="neutral">
        <p>
          A person changed this call: nothing was sent as it was.{" "}
          <a href={linkTo("approvals", changedTo)}>Open the changed call</a>
        </p>
      </Banner>
    );
  if ((status === "denied" || status === "expired") && !result?.ok)
    return (
      <Banner tone="neutral">
        <p>{status === "denied" ? "Denied: nothing was sent" : "Expired: nothing was sent"}</p>
        {result && <p>{result.refusal_reason}</p>}
      </Banner>
    );
  if (result === null) return null;
  if (!result.ok)
    return (
      <Banner tone="bad">
        <p>{result.refusal_reason}</p>
        {result.next_step !== undefined && <p>{result.next_step}</p>}
        <p class="small soft">{result.error_code}</p>
      </Banner>
    );
  const { url } = Object(result.result) as { url?: unknown };
  return (
    <>
      <Banner tone="good">
        <p>
          {done}
          {typeof url === "string" && (
            <>
              {" · "}
              <ExternalLink href={url}>
                Open<span class="visually-hidden"> the result</span>
              </ExternalLink>
            </>
          )}
        </p>
      </Banner>
      <details class="wire">
        <summary>Result</summary>
        <CodeBlock label="Result" value={result.result} />
      </details>
    </>
  );
}
