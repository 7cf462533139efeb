import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { CheckField, ChoiceField, TextAreaField, TextField } from "./fields.tsx";
import {
  controlOf,
  type FieldControl,
  type FieldTexts,
  type FormField,
  readRecord,
} from "./record-values.ts";

export interface RecordForm<Name extends string> {
  typed: FieldTexts;
  /** Renders fields in this order. */
  show: (...names: readonly Name[]) => JSX.Element[];
  /**
   * Returns the values as the body of a request, or `undefined` after showing what is wrong with them. The
   * service checks what the table of fields promises.
   */
  read: <Body = Record<string, unknown>>() => Body | undefined;
  /** Replaces all texts. */
  fill: (typed: FieldTexts) => void;
}

/** Makes a form from a table of its fields. `start` has the texts that it begins with. */
export function useRecordForm<Name extends string>(
  fields: Readonly<Record<Name, FormField>>,
  start: FieldTexts = {},
): RecordForm<Name> {
  const [typed, setTyped] = useState(start);
  const [mistakes, setMistakes] = useState<FieldTexts>({});
  return {
    typed,
    show: (...names) =>
      names.map((name) => (
        <FormFieldView
          key={name}
          field={fields[name]}
          typed={typed[name] ?? ""}
          mistake={mistakes[name]}
          onType={(text) => setTyped({ ...typed, [name]: text })}
        />
      )),
    read: <Body,>() => {
      const { values, mistakes: found } = readRecord(fields, typed);
      setMistakes(found);
      return Object.keys(found).length === 0 ? (values as Body) : undefined;
    },
    fill: setTyped,
  };
}

interface FormFieldViewProps {
  field: FormField;
  typed: string;
  mistake: string | undefined;
  onType: (text: string) => void;
}

const INPUT_TYPES: Partial<Record<FieldControl, "number" | "date" | "datetime-local">> = {
  number: "number",
  date: "date",
  time: "datetime-local",
};

function FormFieldView({ field, typed, mistake, onType }: FormFieldViewProps): JSX.Element {
  const { control: _, choices = [], isRequired = false, ...given } = field;
  const control = controlOf(field);
  const asked = { ...given, mistake, isOptional: !isRequired };
  const text = { ...asked, required: isRequired, value: typed, onType };
  switch (control) {
    case "check":
      return (
        <CheckField
          label={given.label}
          isChecked={typed === "true"}
          onChange={(isChecked) => onType(isChecked ? "true" : "")}
        />
      );
    case "choice": {
      const words = choices.map(([value, label]) => [String(value), label] as const);
      const isOptional = asked.isOptional && words.some(([value]) => value === "");
      return (
        <ChoiceField {...asked} isOptional={isOptional} choices={words} value={typed} onChoose={onType} />
      );
    }
    case "text":
      return <TextAreaField {...text} rows={4} />;
    case "lines":
    case "json":
      return <TextAreaField {...text} class="mono" rows={3} spellcheck={false} />;
    case "secret":
      return <TextField {...text} type="password" autocomplete="off" />;
    default:
      return <TextField {...text} type={INPUT_TYPES[control]} />;
  }
}
