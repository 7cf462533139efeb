import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import { describeConversation } from "@plumbline/core/conversations/describe-conversation.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { type AppTypes, getActor, readQuery } from "../request.ts";
import { destinationFields } from "./allowances.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { chosenId, endUserName } from "./fields.ts";

const conversation = z.lazy(() =>
  z
    .object({
      conversation_id: z.string(),
      created_at: z.iso.datetime(),
      expires_at: z.iso.datetime().describe("Every event extends it."),
      follows_outside_text: z
        .boolean()
        .describe("It has read outside text: writes to destinations that nobody named need approval."),
      run_id: z.string().nullable().describe("The run in progress."),
      writes: z.array(
        z.object({
          tool: z.string(),
          run_id: z.string(),
          at: z.iso.datetime(),
          outcome: z
            .enum(["made", "unknown", "waiting", "under_way"])
            .describe("`unknown`: check whether it arrived."),
          approval_id: z.string().nullable(),
        }),
      ),
      waiting: z
        .array(
          z.object({
            approval_id: z.string(),
            tool: z.string(),
            created_at: z.iso.datetime(),
            expires_at: z.iso.datetime(),
          }),
        )
        .describe("Its calls that need approval, oldest first."),
      always_allowed: z
        .array(z.object(destinationFields))
        .describe("Destinations that a person has allowed for its later calls."),
    })
    .meta({ id: "Conversation" }),
);

const ofConversation = z.object({ id: chosenId.meta({ examples: ["chat-42"] }) });

const NOT_YOURS =
  "There is no such conversation, or it belongs to another end user or key and this key lacks `conversations:manage`.";

const getConversation = operation({
  id: "getConversation",
  access: "agent",
  summary: "Read a conversation",
  description:
    "What the service keeps about a conversation: whether it has read outside text, what its runs have written, and which calls are waiting. It keeps no " +
    "user messages except those of a waiting run. Callers can read their own conversations; with the scope `conversations:manage`, any conversation of the tenant.",
  params: ofConversation,
  answers: () => ({ 200: jsonAnswer("The conversation.", conversation) }),
  refusals: { not_found: NOT_YOURS },
});

const deleteConversation = operation({
  id: "deleteConversation",
  access: "agent",
  summary: "Delete a conversation",
  description:
    "Erases everything kept about it, including its chat and its runs, and denies its waiting calls. A message that is run again afterwards may repeat its writes.",
  params: ofConversation,
  answers: () => ({ 204: { description: "It has been erased." } }),
  refusals: { not_found: NOT_YOURS, conflict: "A run of the conversation is in progress." },
});

const deleteConversations = operation({
  id: "deleteConversations",
  access: "conversations:manage",
  summary: "Delete all conversations of an end user",
  query: z.strictObject({
    end_user: endUserName.describe("As given when the person's sessions were created."),
  }),
  description:
    "Erases everything kept about them, and denies the calls of this end user that wait. Sessions, decided approvals and the log of calls remain.",
  answers: () => ({
    200: jsonAnswer("The number of conversations erased.", z.object({ deleted: z.int().min(0) })),
  }),
});

/** Creates the routes that read and delete stored conversations. */
export function conversationRoutes({ conversations, approvals, audit, clock }: Service): readonly Route[] {
  const isManager = ({ scopes }: TenantCaller) => scopes.has("conversations:manage");
  const getId = (context: Context<AppTypes>): string => {
    const id = chosenId.safeParse(context.req.param("id"));
    if (!id.success) throw new ServiceError("not_found", "There is no such conversation.");
    return id.data;
  };
  return [
    route(getConversation, async (context, caller) => {
      const ledger = await conversations.find(caller, getId(context), isManager(caller));
      const waiting = await approvals.listWaiting(ledger);
      const allowed = await Promise.all(ledger.allowances.map((one) => conversations.allowances.open(one)));
      const always_allowed = allowed.map(({ kind, value, created_at }) => ({ kind, value, created_at }));
      return context.json({ ...describeConversation(ledger, clock), waiting, always_allowed });
    }),
    route(deleteConversation, async (context, caller) => {
      const { tenantId } = caller;
      const by = getActor(context);
      const found = await conversations.findToErase(caller, getId(context), isManager(caller));
      const { run_id: runId } = found.ledger ? describeConversation(found.ledger, clock) : { run_id: null };
      if (runId !== null)
        throw new ServiceError(
          "conflict",
          `A run of the conversation is in progress (run_id ${runId}). Stop it or wait until it ends.`,
        );
      for (const id of found.ledger?.approvalIds ?? []) await approvals.withdraw(tenantId, id, by, "erased");
      await found.erase();
      // The conversation's own ID may be a person's name, so its position is logged instead.
      await audit.record({ tenantId, action: "conversation.erased", subject: found.position, by });
      return context.body(null, 204);
    }),
    route(deleteConversations, async (context, { tenantId }) => {
      const { end_user } = readQuery(context, deleteConversations.query);
      const by = getActor(context);
      await approvals.withdrawOfEndUser(tenantId, end_user, by);
      const deleted = await conversations.eraseEndUser(tenantId, end_user);
      const details = { deleted, end_user };
      await audit.record({ tenantId, action: "conversation.erased", subject: "end_user", by, details });
      return context.json({ deleted });
    }),
  ];
}
