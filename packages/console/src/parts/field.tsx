import type { JSX } from "preact";
import { useId } from "preact/hooks";

/** Attributes that connect a control with its label, its hint and its error message. */
export interface ControlProps {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
}

export interface FieldProps {
  label: string;
  hint?: string | undefined;
  /** Name of the value in the API. */
  code?: string | undefined;
  /** Error message about the value. */
  mistake?: string | undefined;
  isOptional?: boolean | undefined;
  /** Renders the control: `(props) => <input {...props} />`. */
  children: (props: ControlProps) => JSX.Element;
}

/** Renders one field of a form. */
export function Field({ label, hint, code, mistake, isOptional = false, children }: FieldProps): JSX.Element {
  const id = useId();
  const told = [...(hint || code ? [`${id}-hint`] : []), ...(mistake ? [`${id}-mistake`] : [])].join(" ");
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <span class="soft"> (optional)</span>}
      </label>
      {children({
        id,
        ...(told !== "" && { "aria-describedby": told }),
        ...(mistake && { "aria-invalid": true }),
      })}
      {mistake && (
        <p class="mistake" id={`${id}-mistake`}>
          {mistake}
        </p>
      )}
      {(hint || code) && (
        <p class="hint" id={`${id}-hint`}>
          {hint} {code && <code class="soft">{code}</code>}
        </p>
      )}
    </div>
  );
}
