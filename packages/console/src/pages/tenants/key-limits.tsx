import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { Field } from "../../parts/field.tsx";
import { LinesField, linesIn } from "../../parts/lines-field.tsx";

/** Limits of a key as they stand in its form; what is empty limits nothing. */
export interface TypedKeyLimits {
  tools: string;
  credentials: string;
  rate: string;
  /** In the browser's time, as its field for a time gives it. */
  ends: string;
}

export const NO_KEY_LIMITS: TypedKeyLimits = { tools: "", credentials: "", rate: "", ends: "" };

type KeyLimits = Pick<
  Schemas["CreateApiKey"],
  "allowed_tools" | "allowed_credentials" | "requests_per_minute" | "expires_at"
>;

/** Reads the form. The service refuses what is wrong. */
export function keyLimitsFrom({ tools, credentials, rate, ends }: TypedKeyLimits): KeyLimits {
  const [allowedTools, allowedCredentials] = [linesIn(tools), linesIn(credentials)];
  return {
    ...(allowedTools.length > 0 && { allowed_tools: allowedTools }),
    ...(allowedCredentials.length > 0 && { allowed_credentials: allowedCredentials }),
    ...(rate !== "" && { requests_per_minute: Number(rate) }),
    ...(ends !== "" && { expires_at: new Date(ends).toISOString() }),
  };
}

interface KeyLimitFieldsProps {
  typed: TypedKeyLimits;
  onType: (changed: Partial<TypedKeyLimits>) => void;
}

export function KeyLimitFields({ typed, onType }: KeyLimitFieldsProps): JSX.Element {
  return (
    <>
      <LinesField
        label="Only these tools"
        hint="One on each line, such as feed_read. Left empty, all of them."
        value={typed.tools}
        onType={(tools) => onType({ tools })}
      />
      <LinesField
        label="Only these connections"
        hint="Their ids, one on each line. Any other is to this key as if it did not exist."
        value={typed.credentials}
        onType={(credentials) => onType({ credentials })}
      />
      <div class="policy-row">
        <Field label="Requests a minute" hint="Within the tenant's own limit." isOptional>
          {(control) => (
            <input
              {...control}
              type="number"
              min={1}
              max={1_000_000}
              value={typed.rate}
              onInput={(event) => onType({ rate: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Ends" hint="In your own time zone. Left empty, it does not end." isOptional>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={typed.ends}
              onInput={(event) => onType({ ends: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </>
  );
}
