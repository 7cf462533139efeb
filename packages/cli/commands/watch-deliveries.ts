import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { Option } from "commander";
import { type ApiClient, apiClient } from "../api-client.ts";
import { pageLimit } from "../command-input.ts";
import { UsageError } from "../exit.ts";
import { type ListedPage, printPage } from "../table.ts";
import { aside, printJson } from "../terminal.ts";
import { printReceiver, printWithSecret } from "../watch/signing-secret.ts";
import { deliveryTable } from "../watch/watch-table.ts";
import { type AddCommand, examples } from "./command.ts";

type Delivery = Schemas["Delivery"];

interface DeliveryQuery {
  status?: Delivery["status"];
  limit?: number;
  cursor?: string;
}

const STATUSES: readonly Delivery["status"][] = ["waiting", "delivered", "dead"];

/** `watch deliveries`. */
export const addWatchDeliveriesCommand: AddCommand = (watch, terminal) => {
  watch
    .command("deliveries <id>")
    .description("List what was delivered and how it ended, the newest first.")
    .addOption(new Option("--status <status>", "only these; dead: the dead letters").choices(STATUSES))
    .option("--limit <n>", "deliveries read at once, 1 to 100; default: 50", pageLimit)
    .option("--cursor <cursor>", "go on behind an earlier page")
    .option("--json", "print JSON alone")
    .addHelpText(
      "after",
      `${examples("plumbline watch deliveries WATCH_ID", "plumbline watch deliveries WATCH_ID --status dead")}

Columns:
  TRIES        tries begun since it was set on its way; eight at most, over 22 hours
  LAST ANSWER  the HTTP status of the last try; none: no answer came`,
    )
    .action(async (id: string, { json, ...query }: DeliveryQuery & { json?: true }) => {
      const page = await deliveries(apiClient(terminal, "dev-api-key"), id, query);
      const empty = query.status === undefined ? "There is no delivery yet." : `None is ${query.status}.`;
      printPage(terminal, page, json, deliveryTable(terminal.clock.now(), empty));
    });
};

/**
 * The next page that is not empty: with a status the service passes over what has another, and looks at so
 * many at once.
 */
async function deliveries(api: ApiClient, id: string, query: DeliveryQuery): Promise<ListedPage<Delivery>> {
  for (let cursor = query.cursor; ; ) {
    const { data: page } = await api.GET("/api/v1/watches/{id}/deliveries", {
      params: { path: { id }, query: cursor === undefined ? query : { ...query, cursor } },
    });
    if (page.items.length > 0 || page.next_cursor === null) return page;
    cursor = page.next_cursor;
  }
}

interface DeliverOptions {
  off?: true;
  unordered?: true;
  ordered?: true;
  json?: true;
}

/** `watch deliver`. */
export const addWatchDeliverCommand: AddCommand = (watch, terminal) => {
  watch
    .command("deliver <id> [url]")
    .description("Send what a watch finds to a receiver, each find as a signed webhook, or to nobody.")
    .option("--unordered", "up to eight finds at once, in any order")
    .option("--ordered", "one after another, in order")
    .option("--off", "deliver nowhere from now on; what waits is not sent any more")
    .option("--json", "print JSON alone")
    .addHelpText(
      "after",
      `${examples(
        "plumbline watch deliver WATCH_ID https://example.com/hooks/finds",
        "plumbline watch deliver WATCH_ID --off",
      )}

A watch that delivered nowhere before is given a signing secret, which is shown once; one that moves keeps its own.
After a receiver has answered 410, name it again to go on.`,
    )
    .action(
      async (id: string, url: string | undefined, { off, unordered, ordered, json }: DeliverOptions) => {
        if (unordered && ordered) throw new UsageError("Give --ordered or --unordered, not both.");
        if ((url === undefined) !== (off === true)) throw new UsageError("Give a URL, or --off.");
        const api = apiClient(terminal, "dev-api-key");
        const params = { path: { id } };
        const { data: before } = await api.GET("/api/v1/watches/{id}", { params });
        const { data: now } = await api.PATCH("/api/v1/watches/{id}", {
          params,
          body: {
            deliver_to: url ?? null,
            ...(unordered || ordered ? { ordered: ordered === true } : {}),
          },
        });
        if (url !== undefined && before.deliver_to === null) await printWithSecret(terminal, api, now, json);
        else if (json) printJson(terminal, now);
        else printReceiver(terminal, now);
        const delivered = before.health.delivery?.status ?? "stopped";
        if (!json && url !== undefined && delivered === "stopped")
          aside(terminal, `What was missed: ${PLUMBLINE} watch replay ${id} --since TIME`);
      },
    );
};
