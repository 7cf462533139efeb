import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmButton } from "../../parts/confirm-dialog.tsx";
import type { ItemProps } from "../../parts/resource-page.tsx";
import { toast, toastProblem } from "../../parts/toast.tsx";

/** Buttons that pause and end a watch, and release items that were held back. */
export function WatchActions({ item: watch, onChange }: ItemProps<Schemas["Watch"]>): JSX.Element | null {
  const { id, paused_at: pausedAt, deliver_to: deliverTo, health } = watch;
  const params = { path: { id } };
  const flood = health.feed?.flood;
  const [isBusy, setBusy] = useState(false);
  const pause = async (paused: boolean) => {
    setBusy(true);
    await service
      .PATCH("/api/v1/watches/{id}", { params, body: { paused } })
      .then(() => toast(paused ? "Paused." : "The watch has resumed."), toastProblem);
    setBusy(false);
    onChange();
  };
  const release = async () => {
    await service.PATCH("/api/v1/watches/{id}", { params, body: { release_flood: true } });
    toast("The next polls will list the items.");
    onChange();
  };
  const remove = async () => {
    await service.DELETE("/api/v1/watches/{id}", { params });
    toast("The watch was deleted.");
    location.hash = linkTo("watches");
  };
  if (!hasScope("watches:write")) return null;
  return (
    <>
      {flood && !flood.released && (
        <ConfirmButton
          label={`Release ${flood.items} items`}
          kind="plain"
          title={`Release ${flood.items} items?`}
          action="List them"
          onConfirm={release}
        >
          <p>
            They appeared at once and may be an archive. The next polls will list them as events, fifty per
            poll
            {deliverTo !== null && (
              <>
                , and each is sent to <strong>{deliverTo}</strong>
              </>
            )}
            . This cannot be undone.
          </p>
        </ConfirmButton>
      )}
      <Button isBusy={isBusy} onClick={() => void pause(pausedAt === null)}>
        {pausedAt === null ? "Pause" : "Resume"}
      </Button>
      <ConfirmButton label="End" title="Delete this watch?" action="End it" onConfirm={remove}>
        <p>Its events will be deleted too. This cannot be undone.</p>
      </ConfirmButton>
    </>
  );
}
