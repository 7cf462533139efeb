import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { Field } from "../../parts/field.tsx";

/** How long the old key may go on; a week at most. */
const OVERLAPS: readonly (readonly [seconds: number, words: string])[] = [
  [0, "at once"],
  [3_600, "in an hour"],
  [24 * 3_600, "in a day"],
  [7 * 24 * 3_600, "in a week"],
];

interface RotateKeyProps {
  tenantId: string;
  apiKey: Schemas["ApiKey"];
  onMade: (secret: string) => void;
  onClose: () => void;
}

/** Replaces a key by a new one, after a choice of when the old one ends. */
export function RotateKey({ tenantId, apiKey, onMade, onClose }: RotateKeyProps): JSX.Element {
  const [overlap, setOverlap] = useState(0);
  const rotate = async () => {
    const { data } = await service.POST("/api/v1/tenants/{id}/keys/{key_id}/rotate", {
      params: { path: { id: tenantId, key_id: apiKey.key_id } },
      body: overlap === 0 ? {} : { overlap_seconds: overlap },
    });
    onMade(data.api_key);
  };
  return (
    <ConfirmDialog title={`Rotate ${apiKey.name}?`} action="Rotate" onConfirm={rotate} onClose={onClose}>
      <p>A new key that may do the same is made. Sessions that were made with the old key end with it.</p>
      <Field label="The old key ends">
        {(control) => (
          <select
            {...control}
            value={overlap}
            onChange={(event) => setOverlap(Number(event.currentTarget.value))}
          >
            {OVERLAPS.map(([seconds, words]) => (
              <option key={seconds} value={seconds}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
    </ConfirmDialog>
  );
}
