import type { JSX } from "preact";
import { models } from "../../app/visit-state.ts";
import { ChoiceField } from "../../parts/fields.tsx";
import { chosenModel } from "./chat-state.ts";

/** Chooses the model that answers. Shows nothing if the service has only one. */
export function ModelChoice(): JSX.Element | null {
  const [byDefault, ...others] = models.value;
  if (byDefault === undefined || others.length === 0) return null;
  return (
    <ChoiceField
      label="Model"
      choices={models.value.map((id) => [id, id] as const)}
      value={others.find((id) => id === chosenModel.value) ?? byDefault}
      onChoose={(id) => {
        chosenModel.value = id;
      }}
    />
  );
}
