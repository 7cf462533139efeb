import type { Schemas } from "@plumbline/client/schemas.ts";
import { type ApiClient, apiClient } from "../api-client.ts";
import { UsageError } from "../exit.ts";
import { spinning } from "../spinner.ts";
import { printJson, type Terminal } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

interface RangeOptions {
  since?: string;
  until?: string;
  all?: true;
}

/** `watch replay`. */
export const addWatchReplayCommand: AddCommand = (watch, terminal) => {
  watch
    .command("replay <id> [delivery]")
    .description(
      "Deliver again, with the same webhook-id: one delivery, or all that was missed since a time.",
    )
    .option("--since <time>", "what was found from then on; ISO 8601 with offset")
    .option("--until <time>", "and before then; default: until now")
    .option("--all", "what was delivered, too; default: dead letters, and what was never on its way")
    .option("--json", "print JSON alone")
    .addHelpText(
      "after",
      examples(
        "plumbline watch replay WATCH_ID dlv_7",
        "plumbline watch replay WATCH_ID --since 2026-03-10T09:00:00Z",
        "plumbline watch replay WATCH_ID --since 2026-03-10T09:00:00Z --until 2026-03-10T10:00:00Z --all",
      ),
    )
    .action(
      async (
        id: string,
        delivery: string | undefined,
        { json, ...range }: RangeOptions & { json?: true },
      ) => {
        const api = apiClient(terminal, "dev-api-key");
        const body = replayed(delivery, range);
        if (body === undefined) await replayOne(terminal, api, id, delivery ?? "", json);
        else await replayRange(terminal, api, id, body, json);
      },
    );
};

/** The range that is meant; `undefined` for the one delivery. */
function replayed(
  delivery: string | undefined,
  { since, until, all }: RangeOptions,
): Schemas["ReplayDeliveries"] | undefined {
  if (delivery === undefined && since === undefined)
    throw new UsageError("Give a delivery, such as dlv_7, or --since.");
  if (delivery !== undefined && since !== undefined)
    throw new UsageError("Give a delivery or --since, not both: one delivery is replayed, or all of a time.");
  if (since !== undefined)
    return { since, ...(until === undefined ? {} : { until }), which: all ? "all" : "missed" };
  if (until !== undefined || all) throw new UsageError("--until and --all go with --since.");
  return undefined;
}

async function replayOne(
  terminal: Terminal,
  api: ApiClient,
  id: string,
  delivery: string,
  json: true | undefined,
): Promise<void> {
  const { data } = await api.POST("/api/v1/watches/{id}/deliveries/{delivery_id}/replay", {
    params: { path: { id, delivery_id: delivery } },
  });
  if (json) printJson(terminal, data);
  else terminal.out(`${data.id} is on its way\n`);
}

async function replayRange(
  terminal: Terminal,
  api: ApiClient,
  id: string,
  range: Schemas["ReplayDeliveries"],
  json: true | undefined,
): Promise<void> {
  let queued = 0;
  const all = async () => {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { data } = await api.POST("/api/v1/watches/{id}/replay", {
        params: { path: { id } },
        body: cursor === undefined ? range : { ...range, cursor },
      });
      queued += data.queued;
      cursor = data.next_cursor;
    }
  };
  try {
    await spinning(terminal, "setting them on their way…", all());
  } catch (error) {
    if (queued > 0) terminal.err(`${queued} were set on their way before it failed.\n`);
    throw error;
  }
  if (json) printJson(terminal, { queued });
  else if (queued > 0) terminal.out(`${queued} set on their way\n`);
  else terminal.err(`Nothing was ${range.which === "all" ? "found" : "missed"} in that time.\n`);
}
