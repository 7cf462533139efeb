import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { INTERVALS, type Interval } from "@plumbline/watches/service/watch.ts";
import { InvalidArgumentError } from "commander";
import { findCredentialId } from "../find-credential.ts";
import { toPrintableLine } from "../printable.ts";
import { withSpinner } from "../spinner.ts";
import { printAside, printJson } from "../terminal.ts";
import { printWithSecret } from "../watch/signing-secret.ts";
import { describeSource, formatInterval } from "../watch/watch-table.ts";
import { appendValue, type CommandPorts, command, group, JSON_ALONE } from "./command.ts";

/** Options of every watch, except its interval. */
const DELIVERY = {
  deliver_to:
    "--deliver-to <url>  send each event to this URL as a signed webhook; the signing secret is shown once",
  unordered: "--unordered  deliver up to eight events at once, in any order",
  ...JSON_ALONE,
} as const;

/** `watch add feed` and `watch add inbox`. */
export const addWatchAddCommands = group({
  word: "add",
  about: "Start a watch. Existing items count as already seen.",
  commands: [
    command({
      words: "feed <url>",
      about: "Watch an RSS or Atom feed.",
      options: {
        keywords: [
          "--keyword <word>  only items with this word in their title or text; repeatable",
          appendValue,
        ],
        since:
          "--since <time>  a date, or ISO 8601 time with offset: also report existing items from then on",
        interval_minutes: createIntervalOption(15),
        ...DELIVERY,
      },
      examples: [
        "plumbline watch add feed https://example.com/feed.xml",
        "plumbline watch add feed https://example.com/feed.xml --keyword release --keyword security --since 2026-03-10",
        "plumbline watch add feed https://example.com/feed.xml --deliver-to https://example.com/hooks/finds",
      ],
      async run({ unordered, json, ...given }, ports) {
        await startWatch(ports, { type: "feed", ...given, ...(unordered && { ordered: false }) }, json);
      },
    }),
    command({
      words: "inbox",
      about: "Watch a mailbox over IMAP.",
      options: {
        credential: "--credential <id|label>  the mailbox's credential; optional if only one matches",
        query: "--query <query>  only mail that matches this email_search query; default: is:unread",
        mailbox: "--mailbox <name>  default: INBOX",
        interval_minutes: createIntervalOption(5),
        ...DELIVERY,
      },
      examples: ["plumbline watch add inbox", "plumbline watch add inbox --query 'from:bob' --interval 1"],
      async run({ credential, unordered, json, ...given }, ports) {
        const body = {
          type: "inbox" as const,
          ...given,
          ...(credential !== undefined && { credential_id: await findCredentialId(ports.api, credential) }),
          ...(unordered && { ordered: false }),
        };
        await startWatch(ports, body, json);
      },
    }),
  ],
});

async function startWatch(
  { terminal, api }: CommandPorts,
  body: Schemas["CreateWatch"],
  json: true | undefined,
): Promise<void> {
  const asked = api.POST("/api/v1/watches", { body });
  const { data: made, response } = await withSpinner(terminal, "polling for the first time…", asked);
  const { id, source, interval_minutes: minutes, deliver_to: receiver, health } = made;
  const isNew = response.status === 201;
  const begun = isNew ? "watching" : `already watching, ${health.status}:`;
  if (!json)
    terminal.out(
      `${begun} ${id} (${toPrintableLine(describeSource(source))}, every ${formatInterval(minutes)})\n`,
    );
  if (receiver !== null && isNew) await printWithSecret(terminal, api, made, json);
  else if (json) printJson(terminal, made);
  if (!isNew && receiver !== null)
    printAside(
      terminal,
      `It already has a signing secret; create a new one with: ${PLUMBLINE} watch secret ${id}`,
    );
  if (!json) printAside(terminal, `List its events with: ${PLUMBLINE} watch events ${id}`);
}

function createIntervalOption(byDefault: Interval) {
  const choices = INTERVALS.join(", ");
  return [
    `--interval <minutes>  minutes between polls: ${choices}; default: ${byDefault}`,
    parseInterval,
  ] as const;
}

function parseInterval(text: string): Interval {
  const found = INTERVALS.find((minutes) => String(minutes) === text);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`It must be one of ${INTERVALS.join(", ")}.`);
}
