import type { AgentRuns } from "@plumbline/agent/run/agent-runs.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { readQuery } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { pathId, recordId } from "./fields.ts";
import { chosen } from "./run-request.ts";
import { answerWithRun, runAnswer, spokenAs } from "./run-stream.ts";
import { stopReason, usage } from "./stream-schemas.ts";

const eventId = z.string().regex(/^[0-9]{1,9}$/, "must be the id of an event of this run");
const ofRun = z.object({ id: recordId });

const runDetail = z
  .object({
    run_id: z.string(),
    conversation_id: z.string().nullable(),
    state: z
      .enum(["running", "waiting", "ended", "interrupted"])
      .describe("`waiting`: for approvals. `interrupted`: its process died."),
    stop_reason: stopReason.nullable(),
    text: z.string().describe("All that it has said so far; citations stand in its chunks."),
    writes: z.array(
      z.object({
        tool_use_id: z.string(),
        tool: z.string(),
        outcome: z
          .enum(["made", "not_made", "unknown", "waiting", "under_way"])
          .describe("`not_made`: refused, or not begun. `unknown`: look whether it arrived."),
        approval_id: z.string().nullable(),
      }),
    ),
    usage: usage.nullable(),
  })
  .meta({ id: "RunDetail" });

const NOT_YOURS = "There is no such run, it is of another end user or key, or its conversation is over.";

export const getRun = operation({
  id: "getRun",
  access: "agent",
  tag: "Agent",
  summary: "Read a run",
  description:
    "How far a run of the agent has come, what it has said and what it has written. It is kept as long as its conversation.",
  params: ofRun,
  answers: { 200: jsonAnswer("The run.", runDetail) },
  refusals: { not_found: NOT_YOURS },
});

export const streamRun = operation({
  id: "streamRun",
  access: "agent",
  tag: "Agent",
  summary: "Stream a run again",
  description:
    "Replays a run from its `start`, or behind the event that `Last-Event-ID` names, and goes on as it is made. A run that has waited " +
    "and gone on is replayed from where it went on.",
  params: ofRun,
  query: spokenAs,
  headers: z.object({
    "last-event-id": eventId.optional().describe("The id of the last event that you have read."),
  }),
  answers: { 200: runAnswer },
  refusals: { not_found: NOT_YOURS },
});

export const stopRun = operation({
  id: "stopRun",
  access: "agent",
  tag: "Agent",
  summary: "Stop a run",
  description:
    "Lets a run end, and tells what it has written. A write that is under way is waited for, ten seconds at most; nothing else is " +
    "begun. The run's readers are told `done` with the reason `stopped`. A run that has ended is described as it is.",
  params: ofRun,
  answers: { 200: jsonAnswer("The run.", runDetail) },
  refusals: { not_found: NOT_YOURS },
});

export const resumeChat = operation({
  id: "resumeChat",
  access: "agent",
  tag: "Agent",
  summary: "Stream the run of a chat again",
  description:
    "For `useChat` with `resume: true`: the run that is under way in the chat, from its start, as the AI SDK's UI message stream.",
  params: z.object({ id: z.string().describe("The chat's id: the conversation.") }),
  query: spokenAs,
  answers: { 200: runAnswer, 204: { description: "No run is under way." } },
});

/** Routes for reading and stopping runs of the agent after their request. */
export function runRoutes(
  { conversations, clock }: Pick<Service, "conversations" | "clock">,
  runs: AgentRuns,
): readonly Route[] {
  return [
    route(getRun, async (context, caller) => context.json(await runs.describe(caller, pathId(context)))),
    route(streamRun, async (context, caller) => {
      const { protocol } = readQuery(context, streamRun.query);
      const [runId, after] = [pathId(context), readLastEventId(context)];
      return answerWithRun(context, clock, protocol, (signal) => runs.read(caller, runId, { after, signal }));
    }),
    route(stopRun, async (context, caller) => context.json(await runs.stop(caller, pathId(context)))),
    route(resumeChat, async (context, caller) => {
      readQuery(context, resumeChat.query);
      const id = chosen(context.req.param("id"));
      const runId = id === undefined ? undefined : await conversations.runs.underWay(caller, id);
      if (runId === undefined) return context.body(null, 204);
      return answerWithRun(context, clock, "ui-message", (signal) => runs.read(caller, runId, { signal }));
    }),
  ];
}

function readLastEventId(context: Context): number | undefined {
  const id = context.req.header("last-event-id");
  if (id === undefined) return undefined;
  if (eventId.safeParse(id).success) return Number(id);
  throw new ServiceError("bad_request", "The Last-Event-ID is not valid.", {
    issues: [{ path: "Last-Event-ID", message: "must be the id of an event of this run" }],
  });
}
