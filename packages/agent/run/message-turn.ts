import { digestOf } from "@plumbline/core/conversations/conversation-owner.ts";
import type { MessageTurn } from "@plumbline/core/conversations/conversation-records.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { type AgentRequest, listUserTexts } from "./agent-request.ts";

/**
 * Time after a run within which the same request is a retry. The service cannot know whether a client has
 * received the answer: a broken connection may still buffer it, and Lambda reports no client that left.
 */
const RETRY_MS = 10 * 60_000;

type Sent = Pick<AgentRequest, "message_id" | "messages">;

/** Returns a digest of the user's messages, made with the tenant's key. */
export function digestMessages(sent: Sent, ledger: Ledger): Promise<string> {
  return ledger.digestForWrites(digestOf(["said", listUserTexts(sent)]));
}

/**
 * Identifies the message that a run answers. It is the same message as before if its `message_id` and text
 * are, or otherwise all user messages up to it. If it is the only message of the request, it is the same for
 * ten minutes after its run, unless another message came in between.
 */
export function identifyMessage(sent: Sent, digest: string, { head }: Ledger, now: number): MessageTurn {
  const { message_id: id } = sent;
  const said = listUserTexts(sent);
  const { turns = 0, last_turn: last } = head ?? {};
  const endedAt = last?.ended_at ?? null;
  const isOpen = endedAt === null || now < Date.parse(endedAt) + RETRY_MS;
  const index = last?.digest === digest && isOpen ? last.index : turns;
  const key =
    id === undefined
      ? digestOf(["message", said, said.length > 1 ? null : index])
      : digestOf(["message", id, said.at(-1)]);
  return { key, index, digest };
}
