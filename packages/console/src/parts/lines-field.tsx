import type { JSX } from "preact";
import { Field } from "./field.tsx";

interface LinesFieldProps {
  label: string;
  hint: string;
  value: string;
  onType: (text: string) => void;
}

/** A list that is typed line by line. */
export function LinesField({ label, hint, value, onType }: LinesFieldProps): JSX.Element {
  return (
    <Field label={label} hint={hint} isOptional>
      {(control) => (
        <textarea
          {...control}
          class="mono"
          rows={3}
          spellcheck={false}
          value={value}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** The lines of a text that are not empty. */
export function linesIn(text: string): string[] {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}
