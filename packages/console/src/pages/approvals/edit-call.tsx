import type { Schemas } from "@plumbline/client/schemas.ts";
import { argumentWords } from "@plumbline/core/text/argument-words.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { Button } from "../../parts/button.tsx";
import { TextAreaField } from "../../parts/fields.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { linesIn } from "../../parts/record-values.ts";
import { useSubmit } from "../../parts/use-submit.ts";

interface EditCallProps {
  approval: Pick<Schemas["ApprovalDetail"], "id" | "arguments" | "editable">;
  onClose: () => void;
  onEdited: (id: string) => void;
}

/**
 * Changes the texts and destinations of a waiting call. The changed call waits in its place with its own
 * preview, and the original is denied.
 */
export function EditCall({ approval, onClose, onEdited }: EditCallProps): JSX.Element {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const args = Object(approval.arguments) as Record<string, Editable>;
  const fields = approval.editable.map((name) => [name, args[name] ?? ""] as const);
  const changed = fields.filter(([name, value]) => (typed[name] ?? textOf(value)) !== textOf(value));
  const { problem, isBusy, submit } = useSubmit(async () => {
    const changes = Object.fromEntries(
      changed.map(([name, value]) => [name, Array.isArray(value) ? linesIn(typed[name] ?? "") : typed[name]]),
    );
    const body = { decision: "edit" as const, changes };
    const path = { id: approval.id };
    const { data } = await service.POST("/api/v1/approvals/{id}", { params: { path }, body });
    onEdited(data.id);
  });
  return (
    <form class="card edit-call" onSubmit={submit}>
      {fields.map(([name, value], at) => (
        <TextAreaField
          key={name}
          label={argumentWords(name)}
          takesFocus={at === 0}
          {...(Array.isArray(value) && { hint: "One per line." })}
          rows={Math.min(12, textOf(value).split("\n").length + Math.floor(textOf(value).length / 80))}
          value={typed[name] ?? textOf(value)}
          onType={(text) => setTyped({ ...typed, [name]: text })}
        />
      ))}
      <p class="small soft">
        The account cannot be changed. To use another one, deny the call and ask again.
      </p>
      {problem !== undefined && <ProblemBanner problem={problem} />}
      <div class="button-row">
        <Button kind="primary" type="submit" isBusy={isBusy} disabled={changed.length === 0}>
          Show what would be sent
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

type Editable = string | readonly string[];

function textOf(value: Editable): string {
  return typeof value === "string" ? value : value.join("\n");
}
