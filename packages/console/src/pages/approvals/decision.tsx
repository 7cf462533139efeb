import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { countWaitingCalls } from "../../app/waiting-calls.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { TextField, type TextFieldProps } from "../../parts/fields.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";

type AlwaysFor = Schemas["ApprovalDetail"]["may_always"][number];

interface DecisionProps {
  id: string;
  /** If omitted, the decision covers only this call. */
  mayAlways?: readonly AlwaysFor[];
  onDecided: () => void;
  /** Omitted for a call without a text that may be changed. */
  onEdit?: () => void;
}

/** Denies a waiting call. The reason may be empty. */
export async function deny(id: string, reason = ""): Promise<void> {
  const because = reason.trim();
  const body = { decision: "deny" as const, ...(because !== "" && { because }) };
  await service.POST("/api/v1/approvals/{id}", { params: { path: { id } }, body });
}

/** The field for the reason of a denial. */
export function DenialReason(field: Pick<TextFieldProps, "value" | "onType" | "takesFocus">): JSX.Element {
  return (
    <TextField
      isOptional
      label="Reason for denying"
      hint="The agent will read it."
      maxLength={500}
      {...field}
    />
  );
}

const ALWAYS: Readonly<Record<AlwaysFor, string>> = {
  conversation: "Always in this conversation",
  agent: "Always for this agent and destination",
};

/** Shows the two decision buttons and the choice of later calls that the decision covers. */
export function Decision({ id, mayAlways = [], onDecided, onEdit }: DecisionProps): JSX.Element {
  const [always, setAlways] = useState<AlwaysFor>();
  const [because, setBecause] = useState<string>();
  const [deciding, setDeciding] = useState<"approve" | "deny">();
  const [problem, setProblem] = useState<unknown>();
  // A call shown here may be new.
  useEffect(() => void countWaitingCalls(), [id]);
  const decide = async (decision: "approve" | "deny") => {
    setDeciding(decision);
    setProblem(undefined);
    try {
      if (decision === "deny") await deny(id, because);
      else {
        const body = { decision, ...(always && { always_for: always }) };
        await service.POST("/api/v1/approvals/{id}", { params: { path: { id } }, body });
      }
      onDecided();
      void countWaitingCalls();
    } catch (thrown) {
      setProblem(thrown);
    }
    setDeciding(undefined);
  };
  return (
    <>
      {problem !== undefined && <ProblemBanner problem={problem} />}
      {mayAlways.length > 0 && (
        <Field label="Calls to these destinations">
          {(props) => (
            <select
              {...props}
              onChange={({ currentTarget: { value } }) => setAlways(mayAlways.find((one) => one === value))}
            >
              <option value="">Just this once</option>
              {mayAlways.map((one) => (
                <option key={one} value={one}>
                  {ALWAYS[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {because !== undefined && <DenialReason takesFocus value={because} onType={setBecause} />}
      <div class="button-row">
        <Button
          kind="primary"
          isBusy={deciding === "approve"}
          disabled={deciding !== undefined}
          onClick={() => void decide("approve")}
        >
          Approve and send
        </Button>
        <Button
          kind="danger"
          isBusy={deciding === "deny"}
          disabled={deciding !== undefined}
          onClick={() => void decide("deny")}
        >
          Deny
        </Button>
        {onEdit && (
          <Button disabled={deciding !== undefined} onClick={onEdit}>
            Edit
          </Button>
        )}
        {because === undefined && (
          <button type="button" class="link small" onClick={() => setBecause("")}>
            Add a reason
          </button>
        )}
      </div>
    </>
  );
}
