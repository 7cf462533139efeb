import type { JSX } from "preact";
import { TextAreaField } from "./fields.tsx";

interface LinesFieldProps {
  label: string;
  hint: string;
  value: string;
  onType: (text: string) => void;
}

/** A field for a list with one item per line. */
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

/** Returns the non-empty lines of a text. */
export function linesIn(text: string): string[] {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}
