import type { Schemas } from "@plumbline/client/schemas.ts";
import { Option } from "commander";
import { type ApiClient, apiClient } from "../api-client.ts";
import { pageLimit } from "../command-input.ts";
import { type ListedPage, printPage } from "../table.ts";
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
