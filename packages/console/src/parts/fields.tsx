import type { JSX } from "preact";
import { Field } from "./field.tsx";

interface AskedField {
  label: string;
  hint?: string | undefined;
  isOptional?: boolean | undefined;
}

interface TypedField extends AskedField {
  value: string;
  onType: (text: string) => void;
  required?: boolean;
  placeholder?: string | undefined;
  spellcheck?: boolean;
}

interface TextFieldProps extends TypedField {
  type?: "text" | "password" | "url" | "number" | "datetime-local";
  maxLength?: number;
  min?: number;
  max?: number;
  autocomplete?: "off" | "current-password";
  autocapitalize?: "off";
}

/** A single-line text field. */
export function TextField({ label, hint, isOptional, onType, type, ...input }: TextFieldProps): JSX.Element {
  // Preact has separate types for each kind of input, and none for several.
  const kind = type as "text";
  return (
    <Field label={label} hint={hint} isOptional={isOptional}>
      {(control) => (
        <input {...input} {...control} type={kind} onInput={(event) => onType(event.currentTarget.value)} />
      )}
    </Field>
  );
}

interface TextAreaFieldProps extends TypedField {
  rows: number;
  class?: string;
}

/** A multi-line text field. */
export function TextAreaField({ label, hint, isOptional, onType, ...area }: TextAreaFieldProps): JSX.Element {
  return (
    <Field label={label} hint={hint} isOptional={isOptional}>
      {(control) => (
        <textarea {...area} {...control} onInput={(event) => onType(event.currentTarget.value)} />
      )}
    </Field>
  );
}

interface ChoiceFieldProps<Value extends string | number> extends AskedField {
  choices: readonly (readonly [value: Value, words: string])[];
  value: Value;
  onChoose: (value: Value) => void;
}

/** A field with a choice of values. */
export function ChoiceField<Value extends string | number>(props: ChoiceFieldProps<Value>): JSX.Element {
  const { choices, value, onChoose, ...field } = props;
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ currentTarget: { selectedIndex } }) => onChoose(choices[selectedIndex]?.[0] ?? value)}
        >
          {choices.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** A checkbox. */
export function CheckField({ label, isChecked, onChange }: CheckFieldProps): JSX.Element {
  return (
    <p>
      <label>
        <input
          type="checkbox"
          checked={isChecked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />{" "}
        {label}
      </label>
    </p>
  );
}
