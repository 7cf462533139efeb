import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { Loading } from "../../parts/data-table.tsx";
import { Icon } from "../../parts/icon.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { toast } from "../../parts/toast.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { EventList } from "./event-list.tsx";
import { LookTimeline } from "./look-timeline.tsx";
import { sourceName } from "./watch-facts.tsx";
import { WatchHealthView } from "./watch-health.tsx";

type Watch = Schemas["Watch"];

/** One watch: how it is, what it found, and what was delivered. */
export function WatchPage({ id }: { id: string }): JSX.Element {
  const { value, problem, reload } = useLoaded(
    async (signal) =>
      (await service.GET("/api/v1/watches/{id}", { params: { path: { id } }, signal })).data as Watch,
    id,
  );
  return (
    <>
      <p class="back">
        <a href={linkTo("watches")}>
          <Icon name="back" /> All watches
        </a>
      </p>
      {problem !== undefined && <ProblemBanner problem={problem} onRetry={reload} />}
      {!value && problem === undefined && <Loading />}
      {value && (
        <>
          <PageHead title={sourceName(value)} lead={`Looked at every ${value.interval_minutes} minutes.`}>
            {hasScope("watches:write") && <Actions watch={value} onChange={reload} />}
          </PageHead>
          <WatchHealthView watch={value} />
          {hasScope("calls:read") && <LookTimeline watch={value} />}
          <EventList watch={value} />
          {value.deliver_to !== null && <DeliveryList watch={value} onChange={reload} />}
        </>
      )}
    </>
  );
}

function Actions({ watch, onChange }: { watch: Watch; onChange: () => void }): JSX.Element {
  const { id, paused_at: pausedAt, health } = watch;
  const [isDeleting, setDeleting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const change = async (body: Schemas["ChangeWatch"], said: string) => {
    setBusy(true);
    try {
      await service.PATCH("/api/v1/watches/{id}", { params: { path: { id } }, body });
      toast(said);
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : String(problem));
    }
    setBusy(false);
    onChange();
  };
  const remove = async () => {
    await service.DELETE("/api/v1/watches/{id}", { params: { path: { id } } });
    toast("The watch has ended.");
    location.hash = linkTo("watches");
  };
  return (
    <>
      {health.feed?.flood && !health.feed.flood.released && (
        <Button
          isBusy={isBusy}
          onClick={() => void change({ release_flood: true }, "The items are listed now.")}
        >
          Release {health.feed.flood.items} items
        </Button>
      )}
      <Button
        isBusy={isBusy}
        onClick={() =>
          void change({ paused: pausedAt === null }, pausedAt === null ? "Paused." : "It looks again.")
        }
      >
        {pausedAt === null ? "Pause" : "Go on"}
      </Button>
      <Button kind="danger" onClick={() => setDeleting(true)}>
        End
      </Button>
      {isDeleting && (
        <ConfirmDialog
          title="End this watch?"
          action="End it"
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          <p>What it found is deleted with it. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
