import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX, TargetedEvent } from "preact";
import { type ControlProps, Field } from "../../parts/field.tsx";
import { type ArgumentSchema, controlFor } from "./argument-values.ts";

interface ArgumentFieldProps {
  name: string;
  schema: ArgumentSchema;
  isRequired: boolean;
  typed: string;
  mistake: string | undefined;
  /** Accounts that the tool accepts. */
  accounts: readonly Schemas["Credential"][];
  onType: (text: string) => void;
}

/** Renders the field of a tool's argument according to its type. */
export function ArgumentField(props: ArgumentFieldProps): JSX.Element {
  const { name, schema, isRequired, mistake } = props;
  const hint = [schema.description, ...hintsOf(name, schema)].filter(Boolean).join(" ");
  return (
    <Field label={name} hint={hint || undefined} mistake={mistake} isOptional={!isRequired}>
      {(control) => controlOf(props, control)}
    </Field>
  );
}

function hintsOf(name: string, schema: ArgumentSchema): string[] {
  const control = controlFor(name, schema);
  if (control === "lines") return ["One per line."];
  if (control === "json") return ["As JSON."];
  return [];
}

function controlOf({ name, schema, typed, accounts, onType }: ArgumentFieldProps, control: ControlProps) {
  const onInput = (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
    onType(event.currentTarget.value);
  const placeholder = schema.default === undefined ? undefined : String(schema.default);
  switch (controlFor(name, schema)) {
    case "choice":
      return (
        <select {...control} value={typed} onChange={onInput}>
          <option value="">{placeholder ?? "—"}</option>
          {schema.enum?.map((value) => (
            <option key={value} value={String(value)}>
              {value}
            </option>
          ))}
        </select>
      );
    case "switch":
      return (
        <select {...control} value={typed} onChange={onInput}>
          <option value="">{placeholder ?? "—"}</option>
          <option value="true">true</option>
          <option value="false">false</option>
        </select>
      );
    case "account":
      return (
        <select {...control} value={typed} onChange={onInput}>
          <option value="">The one that matches</option>
          {accounts.map(({ id, label, account, kind }) => (
            <option key={id} value={id}>
              {account === null ? label : `${label} (${account})`} · {kind}
            </option>
          ))}
        </select>
      );
    case "number":
      return (
        <input
          {...control}
          type="number"
          step={schema.type === "integer" ? 1 : "any"}
          min={schema.minimum}
          max={schema.maximum}
          placeholder={placeholder}
          value={typed}
          onInput={onInput}
        />
      );
    case "date":
      return <input {...control} type="date" value={typed} onInput={onInput} />;
    case "text":
      return <textarea {...control} rows={4} placeholder={placeholder} value={typed} onInput={onInput} />;
    case "lines":
    case "json":
      return <textarea {...control} class="mono" rows={3} value={typed} onInput={onInput} />;
    case "line":
      return <input {...control} placeholder={placeholder} value={typed} onInput={onInput} />;
  }
}
