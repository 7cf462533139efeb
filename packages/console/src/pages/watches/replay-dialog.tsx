import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { toast } from "../../parts/toast.tsx";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** How far back events are sent again; `null`: as far as they are kept. */
const SPANS: readonly (readonly [days: number | null, words: string])[] = [
  [1, "the last day"],
  [7, "the last 7 days"],
  [30, "the last 30 days"],
  [null, "as far back as finds are kept"],
];

type Which = NonNullable<Schemas["ReplayDeliveries"]["which"]>;

interface ReplayDialogProps {
  watch: Schemas["Watch"];
  onDone: () => void;
  onClose: () => void;
}

/** Sends finds of a time again, after a choice of the time. */
export function ReplayDialog({ watch, onDone, onClose }: ReplayDialogProps): JSX.Element {
  const [span, setSpan] = useState(1);
  const [which, setWhich] = useState<Which>("missed");
  const replay = async () => {
    const days = SPANS[span]?.[0] ?? null;
    const since = new Date(days === null ? 0 : Date.now() - days * DAY_MS).toISOString();
    const queued = await replaySince(watch.id, { since, which });
    toast(queued === 0 ? "There was nothing to send again." : `Sent again: ${findWords(queued)}.`);
    onDone();
  };
  return (
    <ConfirmDialog title="Send finds again?" action="Send again" onConfirm={replay} onClose={onClose}>
      <p>
        They go to <strong>{watch.deliver_to}</strong>, the oldest first.
      </p>
      <Field label="Found in">
        {(control) => (
          <select {...control} value={span} onChange={(event) => setSpan(Number(event.currentTarget.value))}>
            {SPANS.map(([, words], index) => (
              <option key={words} value={index}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Which">
        {(control) => (
          <select
            {...control}
            value={which}
            onChange={(event) => setWhich(event.currentTarget.value as Which)}
          >
            <option value="missed">only what the receiver missed</option>
            <option value="all">all, what it has taken too</option>
          </select>
        )}
      </Field>
    </ConfirmDialog>
  );
}

/** Sets finds on their way, 500 at a time. Returns how many. */
async function replaySince(id: string, range: { since: string; which: Which }): Promise<number> {
  // What is found meanwhile is delivered anyway.
  const until = new Date().toISOString();
  let queued = 0;
  let cursor: string | null = null;
  do {
    const body: Schemas["ReplayDeliveries"] = { ...range, until, ...(cursor !== null && { cursor }) };
    const { data } = await service.POST("/api/v1/watches/{id}/replay", { params: { path: { id } }, body });
    queued += data.queued;
    cursor = data.next_cursor;
  } while (cursor !== null);
  return queued;
}

function findWords(count: number): string {
  return count === 1 ? "one find" : `${count} finds`;
}
