import type { AgentRuns, RunTimeline } from "@plumbline/agent/run/agent-runs.ts";
import { timestamp } from "@plumbline/core/clock/clock.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { readJson, readQuery } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { pickFields, readHeader, readPathId, recordId } from "./fields.ts";
import { toChosenId } from "./run-request.ts";
import { protocolQuery, respondWithRun, runAnswer } from "./run-stream.ts";
import { stopReason, streamChunk, usage } from "./stream-schemas.ts";

const eventId = z.string().regex(/^[0-9]{1,9}$/, "must be the id of an event of this run");
const ofRun = z.object({ id: recordId });

const runDetail = z.lazy(() =>
  z
    .object({
      run_id: z.string(),
      conversation_id: z.string().nullable(),
      state: z
        .enum(["running", "waiting", "ended", "interrupted"])
        .describe(
          "`waiting`: for approvals. `ended`: also a run that was stopped while it waited. `interrupted`: its process died.",
        ),
      stop_reason: stopReason.nullable(),
      text: z
        .string()
        .describe(
          "All the text so far, with a blank line where the run was resumed. Citations are in the chunks of the stream.",
        ),
      writes: z.array(
        z.object({
          tool_use_id: z.string(),
          tool: z.string(),
          outcome: z
            .enum(["made", "not_made", "unknown", "waiting", "under_way"])
            .describe(
              "`not_made`: refused, denied or never started. `unknown`: check whether it arrived. A call that waited for " +
                "approval has its outcome from the decision on, even if the run is not resumed.",
            ),
          approval_id: z.string().nullable(),
        }),
      ),
      usage: usage.nullable().describe("The tokens of all its parts; null while it is running."),
    })
    .meta({ id: "RunDetail" }),
);

const rateRequest = z.strictObject({
  value: z.enum(["good", "bad"]),
  reason: z.string().trim().min(1).max(2_000).nullable().default(null),
});

const time = z.iso.datetime();
export const runRating = rateRequest
  .extend({ at: time })
  .meta({ id: "RunRating", description: "The user's rating of a run." });

const runSpan = z.object({
  name: z.string().describe("As in traces: `chat MODEL`, `execute_tool TOOL`, or an HTTP method."),
  at: time,
  elapsed_ms: z.int(),
  host: z.string().nullable().describe("The host that the request was sent to."),
  input_tokens: z.int().nullable(),
  output_tokens: z.int().nullable(),
  error_code: z.string().nullable(),
});

const runTimeline = z.lazy(() =>
  runDetail
    .unwrap()
    .extend({
      message: z.string().nullable().describe("The user's question; null when chats are not kept."),
      model: z.string().nullable().describe("The model that wrote, the last one if another took over."),
      rating: runRating.nullable(),
      events: z
        .array(z.object({ at: time.nullable(), event: streamChunk }))
        .describe("Every chunk it streamed, with its time."),
      spans: z
        .array(runSpan)
        .describe("Its timed operations in the order they ended, the same ones that are exported as traces."),
    })
    .meta({ id: "RunTimeline", description: "A run with everything it did, in readable form." }),
);

const NOT_YOURS = "There is no such run, it belongs to another end user or key, or it is no longer kept.";

const getRun = operation({
  id: "getRun",
  access: "agent",
  summary: "Read a run",
  description:
    "Returns the progress of an agent run, its text so far and its writes. A run is kept as long as its conversation and its chat. " +
    "Callers can read their own runs; with the scope `conversations:manage`, any run of the tenant.",
  params: ofRun,
  answers: () => ({ 200: jsonAnswer("The run.", runDetail) }),
  refusals: { not_found: NOT_YOURS },
});

const streamRun = operation({
  id: "streamRun",
  access: "agent",
  summary: "Replay the stream of a run",
  description:
    "Replays a run from its `start`, or from just after the event given in `Last-Event-ID`, and then follows it live. A run that waited " +
    "for approvals and was resumed is replayed from where it resumed. Unless the run still waits, a call that waited is replayed with the result that it " +
    "has now.",
  params: ofRun,
  query: protocolQuery,
  headers: z.object({
    "last-event-id": eventId.optional().describe("The id of the last event you received."),
  }),
  answers: () => ({ 200: runAnswer }),
  refusals: {
    bad_request:
      "A header or query parameter is invalid, or `Last-Event-ID` is beyond the last event of a run that has ended or is waiting.",
    not_found: NOT_YOURS,
  },
});

const stopRun = operation({
  id: "stopRun",
  access: "agent",
  summary: "Stop a run",
  description:
    "Stops a run and returns what it has written. A write in progress gets up to ten seconds to finish; nothing else is " +
    "started. Readers of the run receive `done` with the reason `stopped`. The calls of a run that is waiting for approvals are denied, " +
    "unless another run waits for the same call, and the run cannot be resumed. Stopping a run that has ended returns it unchanged.",
  params: ofRun,
  answers: () => ({ 200: jsonAnswer("The run.", runDetail) }),
  refusals: { not_found: NOT_YOURS },
});

const resumeChat = operation({
  id: "resumeChat",
  access: "agent",
  summary: "Replay the current run of a chat",
  description:
    "For `useChat` with `resume: true`: streams the current run of the chat from its start, as the AI SDK's UI message stream.",
  params: z.object({ id: z.string().describe("The chat's id, which is the conversation's id.") }),
  query: protocolQuery,
  answers: () => ({ 200: runAnswer, 204: { description: "No run is in progress." } }),
});

const getRunTimeline = operation({
  id: "getRunTimeline",
  access: "agent",
  summary: "Read the timeline of a run",
  description:
    "Returns one timeline of a run: the question, each search, call, approval and sentence with its time, and the duration and tokens " +
    "of each request to the model. While the run is in progress, the last two seconds may be missing. Access is the same as for reading the run.",
  params: ofRun,
  answers: () => ({ 200: jsonAnswer("The run.", runTimeline) }),
  refusals: { not_found: NOT_YOURS },
});

const rateRun = operation({
  id: "rateRun",
  access: "agent",
  summary: "Rate a run",
  description:
    "Stores a thumbs up or down with a reason; a later rating replaces it. Everyone who can read the run can see it. Only the user of the run can rate it.",
  params: ofRun,
  body: rateRequest,
  answers: () => ({ 204: { description: "The rating was stored." } }),
  refusals: { not_found: `${NOT_YOURS} Or chats are not kept.` },
});

/** Routes for reading, rating and stopping an agent run after the request that started it. */
export function runRoutes(
  { conversations, clock }: Pick<Service, "conversations" | "clock">,
  runs: AgentRuns,
): readonly Route[] {
  return [
    route(getRun, async (context, caller) => context.json(await runs.describe(caller, readPathId(context)))),
    route(streamRun, async (context, caller) => {
      const { protocol } = readQuery(context, streamRun.query);
      const runId = readPathId(context);
      const last = readHeader(context, "Last-Event-ID", eventId);
      const after = last === undefined ? undefined : Number(last);
      return respondWithRun(context, clock, protocol, (signal) =>
        runs.read(caller, runId, { after, signal }),
      );
    }),
    route(getRunTimeline, async (context, caller) =>
      context.json(showTimeline(await runs.timeline(caller, readPathId(context)))),
    ),
    route(rateRun, async (context, caller) => {
      const runId = readPathId(context);
      await runs.rate(caller, runId, await readJson(context, rateRequest));
      return context.body(null, 204);
    }),
    route(stopRun, async (context, caller) => context.json(await runs.stop(caller, readPathId(context)))),
    route(resumeChat, async (context, caller) => {
      readQuery(context, resumeChat.query);
      const id = toChosenId(context.req.param("id"));
      const runId = id === undefined ? undefined : await conversations.runs.findInProgress(caller, id);
      if (runId === undefined) return context.body(null, 204);
      return respondWithRun(context, clock, "ui-message", (signal) => runs.read(caller, runId, { signal }));
    }),
  ];
}

function showTimeline({ asked, rating, lines, ...run }: RunTimeline) {
  const readTime = (at: number | undefined) => (at === undefined ? null : timestamp(at));
  return {
    ...run,
    message: asked?.message ?? null,
    model: findWriter(lines) ?? asked?.model ?? null,
    rating,
    events: lines.flatMap(({ at, chunk }) => (chunk ? [{ at: readTime(at), event: chunk }] : [])),
    spans: lines.flatMap(({ span }) =>
      span ? pickFields(runSpan, { ...span, at: timestamp(span.started_at) }) : [],
    ),
  };
}

/** Returns the model of the last `start`. Earlier versions did not store it there. */
function findWriter(lines: RunTimeline["lines"]): string | undefined {
  const starts = lines.flatMap(({ chunk }) => (chunk?.type === "start" ? [chunk] : []));
  return starts.at(-1)?.model;
}
