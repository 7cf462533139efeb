import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX, TargetedEvent } from "preact";
import { argumentWords } from "../../parts/argument-words.ts";
import { type ControlProps, Field } from "../../parts/field.tsx";
import { accountTitle } from "../connections/kinds.ts";
import { spanWords } from "../watches/watch-facts.tsx";
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
    <Field
      label={schema.title ?? argumentWords(schema.enum ? name.replace(/_minutes$/, "") : name)}
      hint={hint || undefined}
      code={name}
      mistake={mistake}
      isOptional={!isRequired}
    >
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

/** Returns a value as words: `1 day` for 1440 minutes, `yes` for true. */
function valueWords(name: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return name.endsWith("_minutes") ? spanWords(Number(value) * 60) : String(value);
}

function controlOf({ name, schema, typed, accounts, onType }: ArgumentFieldProps, control: ControlProps) {
  const onInput = (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
    onType(event.currentTarget.value);
  const placeholder = schema.default === undefined ? undefined : valueWords(name, schema.default);
  switch (controlFor(name, schema)) {
    case "choice":
      return (
        <select {...control} value={typed} onChange={onInput}>
          <option value="">{placeholder ?? "—"}</option>
          {schema.enum?.map((value) => (
            <option key={value} value={String(value)}>
              {valueWords(name, value)}
            </option>
          ))}
        </select>
      );
    case "switch":
      return (
        <select {...control} value={typed} onChange={onInput}>
          <option value="">{placeholder ?? "—"}</option>
          <option value="true">yes</option>
          <option value="false">no</option>
        </select>
      );
    case "account":
      return (
        <select {...control} value={typed} onChange={onInput}>
          <option value="">The one that matches</option>
          {accounts.map((one) => (
            <option key={one.id} value={one.id}>
              {accountTitle(one)}
              {one.account !== null && ` (${one.account})`}
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
      return <textarea {...control} class="mono" rows={2} value={typed} onInput={onInput} />;
    case "line":
      return <input {...control} placeholder={placeholder} value={typed} onInput={onInput} />;
  }
}
