import { parseFilter } from "@plumbline/adapters/mail/filter/parse-filter.ts";
import type { NewMail } from "@plumbline/adapters/mail/imap/read-new-mail.ts";
import {
  listOwnAddresses,
  type MailEndpoints,
  READ_CREDENTIAL,
  readMailAccount,
} from "@plumbline/adapters/mail/mail-account.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { Dispatcher } from "@plumbline/core/dispatch/dispatcher.ts";
import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import type { InboxCursor, InboxSource, Watch } from "../service/watch.ts";
import type { Look } from "./look.ts";
import type { PollFailure } from "./poll-failure.ts";

const loadMailReader = loadOnce(() => import("@plumbline/adapters/mail/imap/read-new-mail.ts"));

/** A watch of a mailbox with its cursor. */
export interface InboxWatch {
  watch: Watch;
  source: InboxSource;
  cursor: InboxCursor;
  /** Time of the last successful poll. */
  since: string | null;
}

/** Returns an inbox watch with its cursor, or `undefined` for other watches. */
export function toInboxWatch(watch: Watch, since: string | null): InboxWatch | undefined {
  const { source } = watch.record;
  const { cursor } = watch.state;
  return source.type === "inbox" && cursor?.type === "inbox" ? { watch, source, cursor, since } : undefined;
}

export interface InboxPollOptions {
  dispatcher: Dispatcher;
  endpoints: MailEndpoints;
  socketOptions: SocketOptionsFor;
  now(): number;
  call: CallOptions;
}

/** Minimum interval between writes of skipped UIDs. */
const PASSED_MS = 3_600_000;

/**
 * Polls a mailbox for all of a tenant's watches of it, over one connection. If the server refuses one watch's
 * query, polls for each watch separately.
 */
export async function pollInbox(
  watches: readonly [InboxWatch, ...InboxWatch[]],
  options: InboxPollOptions,
): Promise<(Look | PollFailure)[]> {
  const answer = await lookOnce(watches, options);
  if (Array.isArray(answer)) return answer;
  if (answer.error_code !== "validation" || watches.length === 1) return watches.map(() => answer);
  const looks: (Look | PollFailure)[] = [];
  for (const watch of watches) looks.push(...(await pollInbox([watch], options)));
  return looks;
}

async function lookOnce(
  watches: readonly [InboxWatch, ...InboxWatch[]],
  { dispatcher, endpoints, socketOptions, now, call }: InboxPollOptions,
): Promise<PollFailure | Look[]> {
  const [{ watch, source }] = watches;
  const { credential_id, mailbox } = source;
  let found: NewMail[] | undefined;
  const tool: Tool = {
    ...INBOX_POLL,
    async run(_input, context) {
      if (context.credential === undefined) throw new Error("A mailbox is not polled without a credential.");
      const account = readMailAccount(context.credential, endpoints, "imap");
      const looks = watches.map(({ source: { query }, cursor, since }) => ({
        filter: parseFilter(query, now(), listOwnAddresses(account)),
        cursor,
        since,
      }));
      const { readNewMail } = await loadMailReader();
      found = await readNewMail(account, socketOptions, context, mailbox, looks);
      return {};
    },
  };
  const caller = { tenantId: watch.record.tenant_id };
  const result = await dispatcher.run(
    caller,
    tool,
    { credential_id },
    {
      ...call,
      watchIds: watches.map(({ watch: { record } }) => record.id),
    },
  );
  if (!result.ok) {
    const putOff = result.error_code === "authentication" && result.retry_after_seconds !== undefined;
    return putOff ? { ...result, putOff } : result;
  }
  if (found === undefined) throw new Error("The poll of a mailbox ended without an answer.");
  return found.map((mail, index) => lookOf(mail, watches[index] ?? watches[0], now()));
}

/** Definition of an inbox poll for the dispatcher. Each poll provides its own `run`. */
const INBOX_POLL = defineTool({
  name: "watch_poll:inbox",
  description: "Polls a mailbox for new e-mails, on behalf of the watches of a tenant.",
  input: z.object({}),
  output: z.object({}),
  credential: READ_CREDENTIAL,
  effect: "read",
  idempotency: "read",
  reach: { to: "mail" },
  reads: "outside",
  run: async () => ({}),
});

/**
 * Returns the result of a poll for one watch. If only unwanted mail has arrived, the cursor is not written,
 * because the next poll skips the same UIDs again.
 */
function lookOf(
  { messages, cursor, recreated }: NewMail,
  { source: { mailbox }, cursor: old, watch }: InboxWatch,
  now: number,
): Look {
  const writtenAt = Date.parse(watch.state.last_success_at ?? watch.record.created_at);
  const passed = cursor.last_uid !== old.last_uid && Math.abs(now - writtenAt) >= PASSED_MS;
  const otherRule = cursor.rest_since !== old.rest_since || cursor.anew_up_to !== old.anew_up_to;
  const moved = messages.length > 0 || recreated || otherRule || passed;
  return {
    findings: messages.map(({ identity, message }) => ({
      identity,
      content: { type: "mail.message", mailbox, message },
    })),
    cursor: moved ? { type: "inbox", ...cursor } : null,
    gap: recreated ? "mailbox_recreated" : null,
  };
}
