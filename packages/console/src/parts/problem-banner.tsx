import { PlumblineError } from "@plumbline/client/plumbline-error.ts";
import type { ComponentChildren, JSX } from "preact";
import { Icon } from "./icon.tsx";

interface ProblemBannerProps {
  /** Error thrown by a call. The service's refusals are shown word for word. */
  problem: unknown;
  /** Called to retry. */
  onRetry?: () => void;
}

/** Shows why an action failed. */
export function ProblemBanner({ problem, onRetry }: ProblemBannerProps): JSX.Element {
  const { message, issues, retryAfterSeconds, requestId } = tellProblem(problem);
  return (
    <Banner tone="bad">
      <p>{message}</p>
      {issues.length > 0 && (
        <ul>
          {issues.map(({ path, message: wrong }) => (
            <li key={path}>
              {path !== "" && <code>{path}</code>} {wrong}
            </li>
          ))}
        </ul>
      )}
      {retryAfterSeconds !== undefined && <p>A retry may succeed in {retryAfterSeconds} s.</p>}
      {requestId !== undefined && <p class="small soft">Request {requestId}</p>}
      {onRetry && (
        <button type="button" class="link" onClick={onRetry}>
          Try again
        </button>
      )}
    </Banner>
  );
}

function tellProblem(
  problem: unknown,
): Pick<PlumblineError, "message" | "issues" | "retryAfterSeconds" | "requestId"> {
  if (problem instanceof PlumblineError) return problem;
  const message = problem instanceof Error ? problem.message : String(problem);
  return { message, issues: [], retryAfterSeconds: undefined, requestId: undefined };
}

interface BannerProps {
  tone: "bad" | "wait" | "good" | "neutral";
  children: ComponentChildren;
}

/** Shows an important message. */
export function Banner({ tone, children }: BannerProps): JSX.Element {
  return (
    <div class={`banner ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      <Icon name={tone === "good" ? "check" : "alert"} />
      <div>{children}</div>
    </div>
  );
}
