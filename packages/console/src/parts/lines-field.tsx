import type { JSX } from "preact";
import { TextAreaField } from "./fields.tsx";

interface LinesFieldProps {
  label: string;
  hint: string;
  value: string;
  onType: (text: string) => void;
}

/** A list that is typed line by line. */
export function LinesField({ label, hint, value, onType }: LinesFieldProps): JSX.Element {
  return (
    <TextAreaField
      label={label}
      hint={hint}
      isOptional
      class="mono"
      rows={3}
      spellcheck={false}
      value={value}
      onType={onType}
    />
  );
}

/** The lines of a text that are not empty. */
export function linesIn(text: string): string[] {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}
