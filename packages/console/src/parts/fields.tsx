import type { JSX } from "preact";
import { Field, type FieldProps } from "./field.tsx";

type AskedField = Omit<FieldProps, "children">;

interface TypedField extends AskedField {
  value: string;
  onType: (text: string) => void;
  required?: boolean;
  placeholder?: string | undefined;
  spellcheck?: boolean;
  /** Set for a field that appears on request. The keyboard then types into it. */
  takesFocus?: boolean;
}

export interface TextFieldProps extends TypedField {
  type?: "text" | "password" | "url" | "number" | "date" | "datetime-local" | undefined;
  maxLength?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | "any" | undefined;
  autocomplete?: "off" | "current-password";
  autocapitalize?: "off";
}

/** Separates what a field says from the attributes of its control. */
function splitField<Props extends AskedField>(props: Props): [AskedField, Omit<Props, keyof AskedField>] {
  const { label, hint, code, mistake, isOptional, ...control } = props;
  return [{ label, hint, code, mistake, isOptional }, control];
}

/** A single-line text field. */
export function TextField(props: TextFieldProps): JSX.Element {
  const [asked, { onType, type, takesFocus, ...input }] = splitField(props);
  // Preact has separate types for each kind of input, and none for several.
  const kind = type as "text";
  return (
    <Field {...asked}>
      {(control) => (
        <input
          {...input}
          {...control}
          type={kind}
          ref={takesFocus ? focus : null}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function focus(input: HTMLElement | null): void {
  input?.focus();
}

interface TextAreaFieldProps extends TypedField {
  rows: number;
  class?: string;
}

/** A multi-line text field. */
export function TextAreaField(props: TextAreaFieldProps): JSX.Element {
  const [asked, { onType, takesFocus, ...area }] = splitField(props);
  return (
    <Field {...asked}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          ref={takesFocus ? focus : null}
          onInput={(event) => onType(event.currentTarget.value)}
        />
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
