import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import type { ApiClient } from "../api-client.ts";
import { parsePageLimit } from "../command-input.ts";
import { eachPage } from "../every-item.ts";
import { UsageError } from "../exit.ts";
import { withSpinner } from "../spinner.ts";
import { type ListedPage, printPage } from "../table.ts";
import { printAside, printJson } from "../terminal.ts";
import { printReceiver, printWithSecret } from "../watch/signing-secret.ts";
import { createDeliveryTable } from "../watch/watch-table.ts";
import type { QueryOf } from "./api-command.ts";
import { type CommandPorts, CURSOR, command, JSON_ALONE } from "./command.ts";

type Delivery = Schemas["Delivery"];

type DeliveryQuery = QueryOf<"/api/v1/watches/{id}/deliveries">;

/** `watch deliveries`. */
export const addWatchDeliveriesCommand = command({
  words: "deliveries <id>",
  about: "List deliveries and their status, newest first.",
  options: {
    status: [
      "--status <status>  only deliveries with this status; dead: the dead letters",
      ["waiting", "delivered", "dead"],
    ],
    limit: ["--limit <n>  deliveries per page, 1 to 100; default: 50", parsePageLimit],
    ...CURSOR,
    ...JSON_ALONE,
  },
  examples: ["plumbline watch deliveries WATCH_ID", "plumbline watch deliveries WATCH_ID --status dead"],
  after: `

Columns:
  TRIES        attempts since it was queued; at most eight, over 22 hours
  LAST ANSWER  the HTTP status of the last attempt; none: no response`,
  async run({ id, json, ...query }, { terminal, api }) {
    const page = await listDeliveries(api, id, query);
    if (json) return printJson(terminal, page);
    const empty =
      query.status === undefined ? "There is no delivery yet." : `No delivery is ${query.status}.`;
    printPage(terminal, page, createDeliveryTable(terminal.clock.now(), empty));
  },
});

/**
 * Returns the next non-empty page. With a status filter, the service examines a limited number of deliveries
 * per page, which may match none.
 */
async function listDeliveries(
  api: ApiClient,
  id: string,
  query: DeliveryQuery,
): Promise<ListedPage<Delivery>> {
  for (let cursor = query.cursor; ; ) {
    const { data: page } = await api.GET("/api/v1/watches/{id}/deliveries", {
      params: { path: { id }, query: cursor === undefined ? query : { ...query, cursor } },
    });
    if (page.items.length > 0 || page.next_cursor === null) return page;
    cursor = page.next_cursor;
  }
}

/** `watch deliver`. */
export const addWatchDeliverCommand = command({
  words: "deliver <id> [url]",
  about: "Deliver a watch's events to a receiver as signed webhooks, or stop delivering.",
  options: {
    unordered: "--unordered  deliver up to eight events at once, in any order",
    ordered: "--ordered  deliver one event at a time, in order",
    off: "--off  stop delivering; waiting deliveries are not sent",
    ...JSON_ALONE,
  },
  examples: [
    "plumbline watch deliver WATCH_ID https://example.com/hooks/finds",
    "plumbline watch deliver WATCH_ID --off",
  ],
  after: `

A watch that had no receiver gets a signing secret, which is shown once; a watch that gets another receiver keeps its secret.
If a receiver has answered 410, give its URL again to resume.`,
  async run({ id, url, off, unordered, ordered, json }, ports) {
    if (unordered && ordered) throw new UsageError("Give --ordered or --unordered, not both.");
    if ((url === undefined) !== (off === true)) throw new UsageError("Give a URL, or --off.");
    const { terminal, api } = ports;
    const params = { path: { id } };
    const { data: before } = await api.GET("/api/v1/watches/{id}", { params });
    const body = {
      deliver_to: url ?? null,
      ...(unordered || ordered ? { ordered: ordered === true } : {}),
    };
    const { data: now } = await api.PATCH("/api/v1/watches/{id}", { params, body });
    if (url !== undefined && before.deliver_to === null) await printWithSecret(terminal, api, now, json);
    else if (json) printJson(terminal, now);
    else printReceiver(terminal, now);
    const delivered = before.health.delivery?.status ?? "stopped";
    if (!json && url !== undefined && delivered === "stopped")
      printAside(terminal, `To deliver what was missed: ${PLUMBLINE} watch replay ${id} --since TIME`);
  },
});

/** `watch replay`. */
export const addWatchReplayCommand = command({
  words: "replay <id> [delivery]",
  about: "Deliver again with the same webhook-id: one delivery, or everything missed since a given time.",
  options: {
    since: "--since <time>  events from this time on; ISO 8601 time with offset",
    until: "--until <time>  events before this time; default: now",
    all: "--all  include events already delivered; default: dead letters and events never queued",
    ...JSON_ALONE,
  },
  examples: [
    "plumbline watch replay WATCH_ID dlv_7",
    "plumbline watch replay WATCH_ID --since 2026-03-10T09:00:00Z",
    "plumbline watch replay WATCH_ID --since 2026-03-10T09:00:00Z --until 2026-03-10T10:00:00Z --all",
  ],
  async run({ id, delivery, json, ...range }, ports) {
    const { terminal, api } = ports;
    const body = toReplayRange(delivery, range);
    if (body) return replayRange(ports, id, body, json);
    const path = { id, delivery_id: delivery ?? "" };
    const { data } = await api.POST("/api/v1/watches/{id}/deliveries/{delivery_id}/replay", {
      params: { path },
    });
    if (json) printJson(terminal, data);
    else terminal.out(`queued ${data.id}\n`);
  },
});

/** Returns the range to replay, or `undefined` for a single delivery. */
function toReplayRange(
  delivery: string | undefined,
  { since, until, all }: { since?: string; until?: string; all?: true },
): Schemas["ReplayDeliveries"] | undefined {
  if (delivery === undefined && since === undefined)
    throw new UsageError("Give a delivery, such as dlv_7, or --since.");
  if (delivery !== undefined && since !== undefined)
    throw new UsageError("Give a delivery or --since, not both: replay one delivery, or a period of time.");
  if (since !== undefined)
    return { since, ...(until === undefined ? {} : { until }), which: all ? "all" : "missed" };
  if (until !== undefined || all) throw new UsageError("--until and --all require --since.");
  return undefined;
}

async function replayRange(
  { terminal, api }: CommandPorts,
  id: string,
  range: Schemas["ReplayDeliveries"],
  json: true | undefined,
): Promise<void> {
  let queued = 0;
  const params = { path: { id } };
  const replayAll = async () => {
    const pages = eachPage(({ cursor }) => {
      const body = cursor === undefined ? range : { ...range, cursor };
      return api.POST("/api/v1/watches/{id}/replay", { params, body });
    });
    for await (const page of pages) queued += page.queued;
  };
  try {
    await withSpinner(terminal, "queueing…", replayAll());
  } catch (error) {
    if (queued > 0) terminal.err(`${queued} were queued before it failed.\n`);
    throw error;
  }
  if (json) printJson(terminal, { queued });
  else if (queued > 0) terminal.out(`queued ${queued}\n`);
  else terminal.err(`Nothing was ${range.which === "all" ? "found" : "missed"} in that period.\n`);
}
