import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { useRecordForm } from "../../parts/record-form.tsx";
import type { FormField } from "../../parts/record-values.ts";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { resourcePage } from "../../parts/resource-page.tsx";
import { spanWords } from "../../parts/span-words.ts";
import { SubmitForm } from "../../parts/submit-form.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { type LoadedTool, loadTool } from "../tools/load-tools.ts";
import { WatchActions } from "./watch-actions.tsx";
import { sourceName, WatchStatus } from "./watch-facts.tsx";
import { needsAttention } from "./watch-needs.ts";
import { WatchLead, WatchView } from "./watch-view.tsx";

type Watch = Schemas["Watch"];

/** Lists watches with their health and events. */
export const watchesPage = resourcePage<Watch>({
  path: "watches",
  title: "Watches",
  icon: "eye",
  group: "Watch",
  needs: "watches:read",
  lead: "Feeds and inboxes that are polled regularly.",
  Actions: AddWatch,
  list: {
    caption: "Watches",
    load: async ({ page: query }, signal) =>
      (await service.GET("/api/v1/watches", { params: { query }, signal })).data,
    columns: [
      {
        title: "Watch",
        sortBy: sourceName,
        cell: (watch) => <a href={linkTo("watches", watch.id)}>{sourceName(watch)}</a>,
      },
      { title: "State", cell: StateCell },
      {
        title: "Last successful poll",
        sortBy: ({ health }) => health.last_success_at ?? "",
        cell: ({ health }) =>
          health.last_success_at === null ? "none yet" : <RelativeTime at={health.last_success_at} />,
      },
      {
        title: "Overdue by",
        sortBy: ({ health }) => health.lag_seconds,
        cell: ({ health }) => (health.lag_seconds === 0 ? "—" : spanWords(health.lag_seconds)),
      },
      { title: "Deliveries", cell: deliveryWords },
    ],
    filters: [
      {
        name: "state",
        label: "State",
        choices: [
          ["", "Any status"],
          ["attention", "Needs attention"],
          ["paused", "Paused"],
        ],
        fits: (watch, state) => (state === "paused" ? watch.paused_at !== null : needsAttention(watch)),
      },
    ],
    sortedBy: "Watch",
    textOf: (watch) => `${sourceName(watch)} ${watch.id} ${watch.deliver_to ?? ""}`,
    rowKey: ({ id }) => id,
    empty: {
      title: "There are no watches",
      text: "Watch a feed or an inbox, and each new item is listed here and sent to your webhook.",
    },
  },
  item: {
    load: async (id, signal) =>
      (await service.GET("/api/v1/watches/{id}", { params: { path: { id } }, signal })).data,
    title: sourceName,
    lead: (watch) => <WatchLead {...watch} />,
    Actions: WatchActions,
    Body: WatchView,
  },
});

function StateCell(watch: Watch): JSX.Element {
  const { gaps, feed } = watch.health;
  return (
    <>
      <WatchStatus watch={watch} />{" "}
      {feed?.flood && !feed.flood.released && <Badge tone="wait">{feed.flood.items} items held back</Badge>}{" "}
      {gaps.length > 0 && <Badge tone="wait">{gaps.length === 1 ? "a gap" : `${gaps.length} gaps`}</Badge>}
    </>
  );
}

function deliveryWords({ health: { delivery } }: Watch): string {
  if (delivery === null) return "—";
  const { status, waiting, dead, held_until: heldUntil } = delivery;
  const told = [
    ...(status === "active" && (waiting > 0 || dead > 0) ? [] : [status]),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(dead > 0 ? [`${dead} dead`] : []),
    ...(heldUntil === null ? [] : ["held"]),
  ];
  return told.join(", ");
}

type WatchKind = "feed" | "inbox";

/** The kinds of watches that a person can begin, each with the tool that does the same. */
const KINDS: Readonly<Record<WatchKind, { tool: string; title: string }>> = {
  feed: { tool: "rss_subscribe", title: "Watch a feed" },
  inbox: { tool: "email_watch_inbox", title: "Watch an inbox" },
};

/** The buttons that open the form for each kind of watch. */
function AddWatch(): JSX.Element | null {
  const [adding, setAdding] = useState<WatchKind>();
  if (!hasScope("watches:write")) return null;
  return (
    <>
      {(["feed", "inbox"] as const).map((kind) => (
        <Button key={kind} onClick={() => setAdding(kind)}>
          {KINDS[kind].title}
        </Button>
      ))}
      {adding && <NewWatch kind={adding} onClose={() => setAdding(undefined)} />}
    </>
  );
}

interface NewWatchProps {
  kind: WatchKind;
  onClose: () => void;
}

/** Creates a watch and opens its page. The form has the arguments of the tool that does the same. */
function NewWatch({ kind, onClose }: NewWatchProps): JSX.Element | null {
  const { tool, title } = KINDS[kind];
  const { value, problem } = useLoaded((signal) => loadTool(tool, signal));
  // A dialog focuses its first field when it opens.
  if (!value && problem === undefined) return null;
  return (
    <Dialog title={title} onClose={onClose}>
      {problem !== undefined && <ProblemBanner problem={problem} />}
      {value && <WatchForm kind={kind} fields={value.fields} onClose={onClose} />}
    </Dialog>
  );
}

type WatchFormProps = NewWatchProps & Pick<LoadedTool, "fields">;

/** What a person reads in place of a tool's words for a model, by argument. */
const WORDS: Readonly<Record<string, Partial<FormField>>> = {
  url: {
    label: "Address of the feed",
    hint: "Of an RSS or Atom feed, such as https://example.com/feed.xml.",
  },
  keywords: { label: "Only items with one of these words", hint: "One per line." },
  since: {
    label: "Also items since",
    hint: "A date, such as 2026-03-10. If empty, only items that appear from now on are listed.",
  },
  query: {
    label: "Only messages that match",
    hint: "As in a search of mail, such as from:bob subject:invoice.",
  },
  mailbox: { label: "Folder", hint: "If empty, the inbox." },
  interval_minutes: { label: "Poll every", hint: undefined },
  deliver_to: { label: "Webhook", hint: "Each new item is also sent to this address." },
  ordered: {
    label: "Order of deliveries",
    hint: undefined,
    choices: [
      ["", "One after the other"],
      [false, "Any order, which is faster"],
    ],
  },
  credential_id: { label: "Account", hint: undefined },
};

function WatchForm({ kind, fields: ofTool, onClose }: WatchFormProps): JSX.Element {
  const omitted = ["timeout_seconds", ...(hasScope("deliveries:write") ? [] : ["deliver_to", "ordered"])];
  const fields = Object.fromEntries(
    Object.entries(ofTool).map(([name, field]) => [name, { ...field, code: undefined, ...WORDS[name] }]),
  );
  const { show, read } = useRecordForm(fields);
  const make = async () => {
    const values = read<object>();
    if (!values) return;
    const body = { type: kind, ...values } as Schemas["CreateWatch"];
    const { data } = await service.POST("/api/v1/watches", { body });
    onClose();
    location.hash = linkTo("watches", data.id);
  };
  return (
    <SubmitForm noValidate action="Start" onSend={make}>
      {show(...Object.keys(fields).filter((name) => !omitted.includes(name)))}
    </SubmitForm>
  );
}
