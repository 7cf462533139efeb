import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { Button } from "../../parts/button.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";

/** The two buttons by which a person decides about a call. */
export function Decision({ id, onDecided }: { id: string; onDecided: () => void }): JSX.Element {
  const [deciding, setDeciding] = useState<"approve" | "deny">();
  const [problem, setProblem] = useState<unknown>();
  const decide = async (decision: "approve" | "deny") => {
    setDeciding(decision);
    setProblem(undefined);
    try {
      await service.POST("/api/v1/approvals/{id}", { params: { path: { id } }, body: { decision } });
      onDecided();
    } catch (thrown) {
      setProblem(thrown);
    }
    setDeciding(undefined);
  };
  return (
    <>
      {problem !== undefined && <ProblemBanner problem={problem} />}
      <div class="button-row">
        <Button
          kind="primary"
          isBusy={deciding === "approve"}
          disabled={deciding !== undefined}
          onClick={() => void decide("approve")}
        >
          Approve and carry out
        </Button>
        <Button
          kind="danger"
          isBusy={deciding === "deny"}
          disabled={deciding !== undefined}
          onClick={() => void decide("deny")}
        >
          Deny
        </Button>
      </div>
    </>
  );
}
