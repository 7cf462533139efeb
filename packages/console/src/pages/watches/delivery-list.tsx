import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { ConfirmButton } from "../../parts/confirm-dialog.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ChoiceField } from "../../parts/fields.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { toast, toastProblem } from "../../parts/toast.tsx";
import { usePages } from "../../parts/use-pages.ts";

type Delivery = Schemas["Delivery"];
type Watch = Schemas["Watch"];

const STATUS: Readonly<Record<Delivery["status"], Tone>> = {
  waiting: "wait",
  delivered: "good",
  dead: "bad",
};

/** Lists the deliveries of a watch to its webhook, with a replay of missed ones. */
export function DeliveryList({ watch, onChange }: { watch: Watch; onChange: () => void }): JSX.Element {
  const { id, deliver_to: receiver } = watch;
  const list = usePages<Delivery>(async (cursor, signal) => {
    const query = { limit: 50, ...(cursor !== undefined && { cursor }) };
    return (await service.GET("/api/v1/watches/{id}/deliveries", { params: { path: { id }, query }, signal }))
      .data;
  }, id);
  const send = async (delivery: Delivery) => {
    const path = { id, delivery_id: delivery.id };
    await service.POST("/api/v1/watches/{id}/deliveries/{delivery_id}/replay", { params: { path } });
    toast("It has been queued again.");
    list.reload();
  };
  const sendDead = (delivery: Delivery) =>
    void send(delivery).catch((problem) => {
      toastProblem(problem);
      list.reload();
    });
  const again = (delivery: Delivery) =>
    delivery.status === "dead" ? (
      <Button class="small" onClick={() => sendDead(delivery)}>
        Redeliver
      </Button>
    ) : (
      <ConfirmButton
        label="Redeliver"
        kind="plain"
        class="small"
        title={`Redeliver event ${delivery.sequence}?`}
        action="Redeliver"
        onConfirm={() => send(delivery)}
      >
        <p>
          <strong>{receiver}</strong> has already accepted it, and will get it again with the same{" "}
          <code>webhook-id</code>.
        </p>
      </ConfirmButton>
    );
  const mayReplay = hasScope("deliveries:write");
  const columns: readonly Column<Delivery>[] = [
    { title: "No.", cell: ({ sequence }) => sequence },
    { title: "Found", cell: ({ found_at: at }) => <RelativeTime at={at} /> },
    { title: "State", cell: ({ status }) => <Badge tone={STATUS[status]}>{status}</Badge> },
    { title: "Last attempt", cell: lastTry },
    { title: "Tries", cell: ({ tries }) => tries, align: "end" },
    {
      title: "Again",
      cell: (delivery) => (mayReplay && delivery.status !== "waiting" ? again(delivery) : "—"),
    },
  ];
  const reloadAll = () => {
    list.reload();
    onChange();
  };
  return (
    <section class="watch-list">
      <div class="section-head">
        <h2>Deliveries</h2>
        {mayReplay && <ReplayButton watch={watch} onDone={reloadAll} />}
      </div>
      <DataTable
        caption="Deliveries, newest first"
        columns={columns}
        list={list}
        rowKey={(delivery) => delivery.id}
        empty={<EmptyState icon="send" title="No deliveries yet" />}
      />
    </section>
  );
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

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Choices of how far back to replay events. `Infinity` stands for all stored events. */
const SPANS: readonly (readonly [days: number, words: string])[] = [
  [1, "the last day"],
  [7, "the last 7 days"],
  [30, "the last 30 days"],
  [Infinity, "as far back as events are kept"],
];

type Which = NonNullable<Schemas["ReplayDeliveries"]["which"]>;

const WHICH: readonly (readonly [Which, string])[] = [
  ["missed", "only events that the receiver missed"],
  ["all", "all, including those it accepted"],
];

/** Replays the events of a chosen period. */
function ReplayButton({ watch, onDone }: { watch: Watch; onDone: () => void }): JSX.Element {
  const [span, setSpan] = useState(7);
  const [which, setWhich] = useState<Which>("missed");
  const replay = async () => {
    const since = new Date(Math.max(0, Date.now() - span * DAY_MS)).toISOString();
    const queued = await replaySince(watch.id, { since, which });
    toast(queued === 0 ? "There was nothing to redeliver." : `Queued again: ${findWords(queued)}.`);
    onDone();
  };
  return (
    <ConfirmButton
      label="Redeliver events"
      kind="plain"
      class="small"
      title="Redeliver events?"
      action="Redeliver"
      onConfirm={replay}
    >
      <p>
        They go to <strong>{watch.deliver_to}</strong>, oldest first.
      </p>
      <ChoiceField label="Found in" choices={SPANS} value={span} onChoose={setSpan} />
      <ChoiceField label="Which" choices={WHICH} value={which} onChoose={setWhich} />
    </ConfirmButton>
  );
}

/** Queues events for delivery, 500 per request. Returns their number. */
async function replaySince(id: string, range: { since: string; which: Which }): Promise<number> {
  // Later events are delivered anyway.
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
  return count === 1 ? "one event" : `${count} finds`;
}
