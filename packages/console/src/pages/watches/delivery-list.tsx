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
import { ReplayDialog } from "./replay-dialog.tsx";

type Delivery = Schemas["Delivery"];
type Watch = Schemas["Watch"];

const STATUS: Readonly<Record<Delivery["status"], Tone>> = {
  waiting: "wait",
  delivered: "good",
  dead: "bad",
};

/** Deliveries of a watch to its webhook, with a replay of those that were missed. */
export function DeliveryList({ watch, onChange }: { watch: Watch; onChange: () => void }): JSX.Element {
  const { id, deliver_to: receiver } = watch;
  const [asked, setAsked] = useState<"replay" | Delivery>();
  const list = usePages<Delivery>(async (cursor, signal) => {
    const query = { limit: 50, ...(cursor !== undefined && { cursor }) };
    return (await service.GET("/api/v1/watches/{id}/deliveries", { params: { path: { id }, query }, signal }))
      .data;
  }, id);
  const send = async (delivery: Delivery) => {
    const path = { id, delivery_id: delivery.id };
    await service.POST("/api/v1/watches/{id}/deliveries/{delivery_id}/replay", { params: { path } });
    toast("It is sent again.");
    list.reload();
  };
  const again = async (delivery: Delivery) => {
    if (delivery.status === "delivered") return setAsked(delivery);
    try {
      await send(delivery);
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : String(problem));
      list.reload();
    }
  };
  const reloadAll = () => {
    list.reload();
    onChange();
  };
  const close = () => setAsked(undefined);
  return (
    <section class="watch-list">
      <div class="section-head">
        <h2>Deliveries</h2>
        {hasScope("deliveries:write") && (
          <Button class="small" onClick={() => setAsked("replay")}>
            Send finds again
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
      {asked === "replay" && <ReplayDialog watch={watch} onDone={reloadAll} onClose={close} />}
      {typeof asked === "object" && (
        <ConfirmDialog
          title={`Send number ${asked.sequence} again?`}
          action="Send again"
          onConfirm={() => send(asked)}
          onClose={close}
        >
          <p>
            <strong>{receiver}</strong> has taken it already, and gets it a second time with the same{" "}
            <code>webhook-id</code>.
          </p>
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
