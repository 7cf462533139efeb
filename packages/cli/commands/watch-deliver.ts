import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { apiClient } from "../api-client.ts";
import { UsageError } from "../exit.ts";
import { aside, printJson } from "../terminal.ts";
import { printReceiver, printWithSecret } from "../watch/signing-secret.ts";
import { type AddCommand, examples } from "./command.ts";

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
