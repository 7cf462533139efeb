import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { INTERVALS, type Interval } from "@plumbline/watches/service/watch.ts";
import { InvalidArgumentError, Option } from "commander";
import { apiClient } from "../api-client.ts";
import { findCredentialId } from "../find-credential.ts";
import { printableLine } from "../printable.ts";
import { spinning } from "../spinner.ts";
import { aside, printJson, type Terminal } from "../terminal.ts";
import { printWithSecret } from "../watch/signing-secret.ts";
import { every, whatIsWatched } from "../watch/watch-table.ts";
import { type AddCommand, examples } from "./command.ts";

interface FeedOptions {
  keyword?: string[];
  since?: string;
  interval?: Interval;
  deliverTo?: string;
  unordered?: true;
  json?: true;
}

interface InboxOptions {
  credential?: string;
  query?: string;
  mailbox?: string;
  interval?: Interval;
  deliverTo?: string;
  unordered?: true;
  json?: true;
}

const DELIVER_TO = [
  "--deliver-to <url>",
  "a receiver that is sent each find as a signed webhook; its signing secret is shown once",
] as const;

const UNORDERED = ["--unordered", "deliver up to eight finds at once, in any order"] as const;

/** `watch add feed` and `watch add inbox`. */
export const addWatchAddCommands: AddCommand = (watch, terminal) => {
  const add = watch.command("add").description("Begin a watch. What is there now counts as seen.");

  add
    .command("feed <url>")
    .description("Watch an RSS or Atom feed.")
    .option("--keyword <word>", "only items with it in title or summary; may be given again", andThis)
    .option("--since <time>", "a date, or ISO 8601 with offset: items from then on are found at once")
    .addOption(intervalOption(15))
    .option(...DELIVER_TO)
    .option(...UNORDERED)
    .option("--json", "print JSON alone")
    .addHelpText(
      "after",
      examples(
        "plumbline watch add feed https://example.com/feed.xml",
        "plumbline watch add feed https://example.com/feed.xml --keyword release --keyword security --since 2026-03-10",
        "plumbline watch add feed https://example.com/feed.xml --deliver-to https://example.com/hooks/finds",
      ),
    )
    .action(async (url: string, { keyword, since, interval, deliverTo, unordered, json }: FeedOptions) => {
      const body = {
        type: "feed" as const,
        url,
        ...(keyword === undefined ? {} : { keywords: keyword }),
        ...(since === undefined ? {} : { since }),
        ...(interval === undefined ? {} : { interval_minutes: interval }),
        ...(deliverTo === undefined ? {} : { deliver_to: deliverTo }),
        ...(unordered ? { ordered: false } : {}),
      };
      await begin(terminal, body, json);
    });

  add
    .command("inbox")
    .description("Watch a mailbox over IMAP.")
    .option("--credential <id|label>", "the mailbox's credential; may be left out where only one fits")
    .option("--query <query>", "only mail that matches, as in email_search; default: is:unread")
    .option("--mailbox <name>", "default: INBOX")
    .addOption(intervalOption(5))
    .option(...DELIVER_TO)
    .option(...UNORDERED)
    .option("--json", "print JSON alone")
    .addHelpText(
      "after",
      examples("plumbline watch add inbox", "plumbline watch add inbox --query 'from:bob' --interval 1"),
    )
    .action(async ({ credential, interval, deliverTo, unordered, json, ...given }: InboxOptions) => {
      const credentialId =
        credential === undefined
          ? undefined
          : await findCredentialId(apiClient(terminal, "dev-api-key"), credential);
      const body = {
        type: "inbox" as const,
        ...given,
        ...(credentialId === undefined ? {} : { credential_id: credentialId }),
        ...(interval === undefined ? {} : { interval_minutes: interval }),
        ...(deliverTo === undefined ? {} : { deliver_to: deliverTo }),
        ...(unordered ? { ordered: false } : {}),
      };
      await begin(terminal, body, json);
    });
};

async function begin(
  terminal: Terminal,
  body: Schemas["CreateWatch"],
  json: true | undefined,
): Promise<void> {
  const api = apiClient(terminal, "dev-api-key");
  const asked = api.POST("/api/v1/watches", { body });
  const { data: made, response } = await spinning(terminal, "taking a first look…", asked);
  const { id, source, interval_minutes: minutes, deliver_to: receiver, health } = made;
  const isNew = response.status === 201;
  const begun = isNew ? "watching" : `already watching, ${health.status}:`;
  if (!json)
    terminal.out(`${begun} ${id} (${printableLine(whatIsWatched(source))}, every ${every(minutes)})\n`);
  if (receiver !== null && isNew) await printWithSecret(terminal, api, made, json);
  else if (json) printJson(terminal, made);
  if (!isNew && receiver !== null)
    aside(terminal, `Its signing secret was made before; a new one: ${PLUMBLINE} watch secret ${id}`);
  if (!json) aside(terminal, `What it finds: ${PLUMBLINE} watch events ${id}`);
}

function intervalOption(byDefault: Interval): Option {
  const description = `minutes between two looks: ${INTERVALS.join(", ")}; default: ${byDefault}`;
  return new Option("--interval <minutes>", description).argParser((text) => {
    const interval = INTERVALS.find((minutes) => String(minutes) === text);
    if (interval === undefined) throw new InvalidArgumentError(`It must be one of ${INTERVALS.join(", ")}.`);
    return interval;
  });
}

function andThis(word: string, before: readonly string[] = []): string[] {
  return [...before, word];
}
