import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { toast } from "../../parts/toast.tsx";
import { usePages } from "../../parts/use-pages.ts";

type Delivery = Schemas["Delivery"];
type Watch = Schemas["Watch"];

const STATUS: Readonly<Record<Delivery["status"], Tone>> = {
  waiting: "wait",
  delivered: "good",
  dead: "bad",
};
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Deliveries of a watch to its webhook, with a replay of those that were missed. */
export function DeliveryList({ watch, onChange }: { watch: Watch; onChange: () => void }): JSX.Element {
  const { id } = watch;
  const [isReplaying, setReplaying] = useState(false);
  const list = usePages<Delivery>(async (cursor, signal) => {
    const query = { limit: 50, ...(cursor !== undefined && { cursor }) };
    return (await service.GET("/api/v1/watches/{id}/deliveries", { params: { path: { id }, query }, signal }))
      .data;
  }, id);
  const again = async (delivery: Delivery) => {
    const path = { id, delivery_id: delivery.id };
    try {
      await service.POST("/api/v1/watches/{id}/deliveries/{delivery_id}/replay", { params: { path } });
      toast("It is sent again.");
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : String(problem));
    }
    list.reload();
  };
  const replayMissed = async () => {
    const since = new Date(Date.now() - 7 * DAY_MS).toISOString();
    await service.POST("/api/v1/watches/{id}/replay", {
      params: { path: { id } },
      body: { since, which: "missed" },
    });
    toast("What was missed in the last seven days is sent again.");
    list.reload();
    onChange();
  };
  return (
    <section class="watch-list">
      <div class="section-head">
        <h2>Deliveries</h2>
        {hasScope("deliveries:write") && (
          <Button class="small" onClick={() => setReplaying(true)}>
            Send again what was missed
          </Button>
        )}
      </div>
      <DataTable
        caption="Deliveries, the newest first"
        columns={columnsFor(again)}
        list={list}
        rowKey={(delivery) => delivery.id}
        empty={<EmptyState icon="send" title="Nothing was delivered yet" />}
      />
      {isReplaying && (
        <ConfirmDialog
          title="Send again what was missed?"
          action="Send again"
          onConfirm={replayMissed}
          onClose={() => setReplaying(false)}
        >
          <p>Events of the last seven days that the receiver did not take are sent to {watch.deliver_to}.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function columnsFor(again: (delivery: Delivery) => Promise<void>): readonly Column<Delivery>[] {
  return [
    { title: "No.", cell: ({ sequence }) => sequence },
    { title: "Found", cell: ({ found_at: at }) => <RelativeTime at={at} /> },
    { title: "State", cell: ({ status }) => <Badge tone={STATUS[status]}>{status}</Badge> },
    { title: "Last try", cell: lastTry },
    { title: "Tries", cell: ({ tries }) => tries, align: "end" },
    {
      title: "Again",
      cell: (delivery) =>
        hasScope("deliveries:write") && delivery.status !== "waiting" ? (
          <Button class="small" onClick={() => void again(delivery)}>
            Send again
          </Button>
        ) : (
          "—"
        ),
    },
  ];
}

function lastTry({ attempts, next_try_at: next }: Delivery): JSX.Element {
  const last = attempts.at(-1);
  return (
    <>
      {last === undefined ? "none yet" : (last.message ?? `answered ${last.status ?? "nothing"}`)}
      {next !== null && (
        <span class="small soft">
          {" "}
          · next <RelativeTime at={next} />
        </span>
      )}
    </>
  );
}
