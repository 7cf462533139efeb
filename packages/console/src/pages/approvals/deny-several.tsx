import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { countWaitingCalls } from "../../app/waiting-calls.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { toast } from "../../parts/toast.tsx";
import { DenialReason, deny } from "./decision.tsx";

interface DenySeveralProps {
  ids: readonly string[];
  onClose: () => void;
  /** Called when calls were denied, also if others could not be. */
  onDenied: () => void;
}

/** Asks for confirmation, and for one reason, before several calls are denied. */
export function DenySeveral({ ids, onClose, onDenied }: DenySeveralProps): JSX.Element {
  const [reason, setReason] = useState("");
  const calls = countCalls(ids.length);
  return (
    <ConfirmDialog
      title={`Deny ${calls}?`}
      action={`Deny ${calls}`}
      onClose={onClose}
      onConfirm={async () => {
        const ends = await Promise.allSettled(ids.map((id) => deny(id, reason)));
        const failed = ends.find((end) => end.status === "rejected");
        const denied = ends.filter((end) => end.status === "fulfilled").length;
        if (denied > 0) toast(`${countCalls(denied)} denied, nothing was sent`);
        onDenied();
        void countWaitingCalls();
        if (failed) throw failed.reason;
      }}
    >
      <p>Nothing will be sent. This cannot be undone.</p>
      <DenialReason value={reason} onType={setReason} />
    </ConfirmDialog>
  );
}

function countCalls(count: number): string {
  return count === 1 ? "1 call" : `${count} calls`;
}
