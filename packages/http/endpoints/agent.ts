import type { RunCallOptions } from "@plumbline/agent/run/agent-run.ts";
import { type Chunk, writeChunkEvents } from "@plumbline/agent/run/chunk.ts";
import type { KeptRun } from "@plumbline/agent/run/kept-run.ts";
import { resumeRun, startRun } from "@plumbline/agent/run/start-run.ts";
import { writeUiMessageEvents } from "@plumbline/agent/run/ui-message-stream.ts";
import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import { GROUNDED_RESEARCH } from "@plumbline/grounding";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { admit } from "../admission.ts";
import { EVENT_STREAM_HEADERS, eventStream, UI_MESSAGE_STREAM_HEADERS } from "../event-stream.ts";
import { callOptions, lacksScope, readJson, readQuery } from "../request.ts";
import { operation, type Route, route } from "./endpoint.ts";
import { conversationOf, MAX_CHARACTERS, recordId } from "./fields.ts";
import { allowDestinations } from "./named-run.ts";
import { streamChunk, uiMessagePart } from "./stream-schemas.ts";

const MAX_PARTS = 10_000;

const id = z.string().max(200);

/** A part as the AI SDK has it; of its own fields only `text` is read. */
const part = z.looseObject({ type: z.string().min(1).max(200), text: z.string().optional() });

/**
 * Parts of an assistant's message that are not its text: its tools, sources and data. It is history for the
 * screen, not for the model.
 */
const NOT_REPEATED = /^(step-start|reasoning|dynamic-tool|source-url|source-document|(tool|data)-.+)$/s;

const message = z
  .strictObject({
    id: id.optional(),
    role: z.enum(["user", "assistant"]),
    metadata: z.unknown().optional(),
    parts: z.array(part).max(MAX_PARTS).optional(),
    content: z.string().optional().describe("Instead of parts: the plain form."),
  })
  .refine(
    ({ parts, content }) => (parts === undefined) !== (content === undefined),
    "must have either parts or content",
  )
  .transform(({ role, parts = [], content }, context) => {
    const refuse = (reason: string, ...path: (string | number)[]) =>
      context.addIssue({ code: "custom", message: reason, path });
    for (const [index, { type, text }] of parts.entries()) {
      if (type === "text" && text === undefined) refuse("is required", "parts", index, "text");
      if (type !== "text" && !(role === "assistant" && NOT_REPEATED.test(type)))
        refuse(`is ${JSON.stringify(type)}, which is not supported here; send text`, "parts", index, "type");
    }
    const text = content ?? textOf(parts);
    if (text.trim() === "" && (role === "user" || content !== undefined))
      refuse("must hold some text", content === undefined ? "parts" : "content");
    return { role, content: text };
  });

function textOf(parts: readonly z.output<typeof part>[]): string {
  const texts = parts.map(({ type, text }) => (type === "text" ? (text ?? "").trim() : ""));
  return texts.filter((text) => text !== "").join("\n\n");
}

const sdkFields = {
  id: id.optional().describe("The chat's id; not kept."),
  trigger: z.enum(["submit-message", "regenerate-message"]).optional(),
  messageId: id.optional(),
  messages: z
    .array(message)
    .min(1)
    .max(200)
    .refine((all) => all.at(-1)?.role === "user", "must end with a message of the user")
    .transform((all) => all.filter(({ content }) => content !== "")),
};

/**
 * Reads what `useChat` (`DefaultChatTransport` of `ai` 6) posts as the plain request: the text parts of a
 * message, joined by a blank line; an assistant's message without text is left out. Messages of the plain
 * form are taken as well, and every other field is that of `plain`, whose limits hold for what comes out. A
 * user's `file` and every unknown part are refused by name.
 */
export function uiMessageRequest<Plain extends z.ZodObject>(plain: Plain) {
  return plain
    .extend(sdkFields)
    .transform(({ id: _id, trigger: _trigger, messageId: _messageId, ...request }): unknown => request)
    .pipe(plain);
}

/** The request of a run. */
export const runRequest = z
  .strictObject({
    messages: conversationOf(
      z.string().min(1, { abort: true }).max(MAX_CHARACTERS).regex(/\S/, "must say something").trim(),
    )
      .min(1)
      .refine((all) => all.at(-1)?.role === "user", "must end with a message of the user")
      .describe("Oldest first, the last of the user; at most 100,000 characters in all."),
    workspace_context: z
      .string()
      .max(100_000)
      .optional()
      .describe("What the model may know of the user's workspace; left out of a researched run."),
    tools: z
      .array(z.string().min(1).max(100))
      .max(100)
      .optional()
      .describe("The only tools the model may call; all that the key may call when left out."),
    allow_destinations: allowDestinations,
    model: z.string().min(1).max(200).optional().describe("May only be the configured one's name."),
    max_steps: z.int().min(1).max(20).default(8).describe("Turns of the model."),
    max_result_chars: z
      .int()
      .min(RESULT_CHARS.least)
      .max(RESULT_CHARS.most)
      .default(RESULT_CHARS.byDefault)
      .describe("Characters of one tool's result that the model is shown; the chunks stay whole."),
  })
  .meta({ id: "RunRequest" });

/** The same as `useChat` posts it. */
export const uiMessageRunRequest = uiMessageRequest(runRequest).meta({
  id: "UiMessageRunRequest",
  description:
    "With `protocol=ui-message`: what the AI SDK's `useChat` posts, and the fields of a RunRequest.",
});

/** The request that goes on with a run which stopped for an approval. */
export const resumeRequest = z
  .strictObject({
    resume: recordId.describe("The `approval_id` of any call that the run waited for."),
    model: runRequest.shape.model,
    max_steps: z
      .int()
      .min(1)
      .max(20)
      .optional()
      .describe("Turns of the model from here on; left out, those that it had left, and one at least."),
  })
  .meta({ id: "ResumeRequest", description: "Goes on with a run that ended with the reason `approval`." });

/** The same as `useChat` posts it with `sendMessage(undefined, {body: {resume}})`. */
export const uiMessageResumeRequest = resumeRequest
  .extend({
    id: sdkFields.id,
    trigger: sdkFields.trigger,
    messageId: sdkFields.messageId,
    messages: z
      .array(z.unknown())
      .max(200)
      .optional()
      .describe("What the SDK shows. The run goes on from what was kept of it, and not from these."),
  })
  .meta({ id: "UiMessageResumeRequest" });

/** The schema of a body, by whether a run begins with it or goes on. */
function bodySchema(asUiMessage: boolean) {
  return (body: unknown) => {
    const resumes = typeof body === "object" && body !== null && "resume" in body;
    if (resumes) return asUiMessage ? uiMessageResumeRequest : resumeRequest;
    return asUiMessage ? uiMessageRunRequest : runRequest;
  };
}

export const runAgent = operation({
  id: "runAgent",
  access: "agent",
  tag: "Agent",
  summary: "Run the agent",
  description:
    "Streams a run as server-sent events: `start`, then text, tools and their results as they come, then `done`. Each event's name is its " +
    "chunk's `type`, its id counts up from 1, its data is the chunk as JSON; a comment goes out after 15 s of silence. A prompt that " +
    "needs research gets its outcome before the model says a word, as a call of `grounded_research`, also where key or policy do " +
    "not allow that tool: they narrow only what the model itself may call.\n\n" +
    "With `protocol=ui-message` the same run is spoken as the AI SDK's UI message stream, ending with `[DONE]`, and the body may be " +
    "what `useChat` posts.\n\n" +
    "A run whose calls wait for a person ends with the reason `approval`, after an `approval_required` chunk for each. Once " +
    'all are decided about, `{"resume": approval_id}` goes on with it, once: first their results, under the `tool_use_id`s that ' +
    "they had, then what the run had researched, then the model.\n\n" +
    "A key without the scope `tools:call` lets the model research and nothing else.",
  query: z.strictObject({
    protocol: z.literal("ui-message").optional().describe("How the run is spoken; as chunks when left out."),
  }),
  body: z.union([runRequest, resumeRequest, uiMessageRunRequest, uiMessageResumeRequest]),
  examples: {
    "A question": { messages: [{ role: "user", content: "Who was Ada Lovelace?" }] },
    "A task with one tool": {
      messages: [{ role: "user", content: "Tell Ada in the team chat that the engine is ready." }],
      tools: ["chatapp_dm"],
      max_steps: 4,
    },
  },
  answers: {
    200: {
      description:
        "The run. Each event's data is one StreamChunk, with `protocol=ui-message` one UiMessagePart. A failure after its start is reported as one of its events.",
      content: { "text/event-stream": z.union([streamChunk, uiMessagePart]) },
      headers: ["x-vercel-ai-ui-message-stream"],
    },
  },
  refusals: {
    forbidden:
      "The key lacks the scope `agent`, or `tools:call` while `tools` names one that is not research, or is an operator's.",
    not_found: "`resume` names no approval, or one that another key or another end user's session asked for.",
    conflict:
      "The run cannot be resumed: one of its calls is undecided, it was resumed already, or no run waits for the approval.",
    model_not_configured:
      "The prompt needs no research, so only a model could answer it, and none is configured.",
  },
});

type AgentService = Pick<
  Service,
  | "dispatcher"
  | "registry"
  | "model"
  | "approvals"
  | "waitingRuns"
  | "connections"
  | "shares"
  | "clock"
  | "random"
  | "logger"
  | "stopping"
  | "publicUrl"
>;

/** A streamed run of the agent. Without a model it answers grounded prompts from the research outcome. */
export function agentRoutes(service: AgentService): readonly Route[] {
  return [
    route(runAgent, async (context, caller) => {
      const asUiMessage = readQuery(context, runAgent.query).protocol !== undefined;
      const request = await readJson(context, bodySchema(asUiMessage));
      refuseOtherModel(service, request.model);
      const begin =
        "resume" in request ? await toResume(service, caller, request) : toStart(service, caller, request);
      const left = new AbortController();
      const signal = AbortSignal.any([context.req.raw.signal, left.signal]);
      const options = { ...callOptions(context, service.publicUrl), signal, stopping: service.stopping };
      const leave = await admit(service.shares.runs, caller, {
        signal,
        atMost: caller.policy.concurrent_runs,
      });
      // Whatever ends the run ends what it waits for, and its place is another's.
      signal.addEventListener("abort", leave, { once: true });
      if (signal.aborted) leave();
      const end = () => left.abort();
      const chunks = await begin(options).catch(endedBy(end));
      const told = untilTheEnd(chunks, end);
      const events = asUiMessage ? writeUiMessageEvents(told) : writeChunkEvents(told);
      const stream = eventStream(events, { clock: service.clock, onCancel: end });
      return context.body(stream, 200, asUiMessage ? UI_MESSAGE_STREAM_HEADERS : EVENT_STREAM_HEADERS);
    }),
  ];
}

type Begin = (options: RunCallOptions) => ReturnType<typeof startRun>;

function toStart(service: AgentService, caller: TenantCaller, request: z.output<typeof runRequest>): Begin {
  refuseUnknownTools(service, request.tools ?? []);
  const tools = permittedTools(caller, request.tools);
  return (options) => startRun(service, caller, { ...request, tools }, options);
}

/** The run goes on with what its caller may do now. */
async function toResume(
  service: AgentService,
  caller: TenantCaller,
  { resume, max_steps: maxSteps }: z.output<typeof resumeRequest>,
): Promise<Begin> {
  const decided = await service.waitingRuns.open<KeptRun>(caller, resume);
  const tools = permittedTools(caller, decided.run.state?.request.tools);
  return (options) => resumeRun(service, caller, { decided, tools, maxSteps }, options);
}

/** Calls `end` for a run that never began, and throws what it threw. */
function endedBy(end: () => void) {
  return (error: unknown): never => {
    end();
    throw error;
  };
}

/** Passes a run on and calls `ended` after it: what a run that was cut short still waits for ends with it. */
async function* untilTheEnd(chunks: AsyncGenerator<Chunk, void>, ended: () => void) {
  try {
    yield* chunks;
  } finally {
    ended();
  }
}

function refuseUnknownTools({ registry }: AgentService, names: readonly string[]): void {
  const issues = names.flatMap((name, index) =>
    registry.get(name) ? [] : [{ path: `tools.${index}`, message: "is not the name of a tool" }],
  );
  if (issues.length > 0)
    throw new ServiceError("bad_request", "The list of tools names one that does not exist.", { issues });
}

function refuseOtherModel({ model }: AgentService, named: string | undefined): void {
  if (named === undefined || named === model?.id) return;
  if (!model) {
    throw new ServiceError(
      "model_not_configured",
      "A model was named, but no model is configured; leave it out.",
    );
  }
  throw new ServiceError("bad_request", "The model named is not the one that is configured; leave it out.", {
    issues: [{ path: "model", message: `must be ${model.id}` }],
  });
}

/** Who may not call tools by himself may not have a model call them: research alone is left. */
function permittedTools(
  { scopes }: TenantCaller,
  named: readonly string[] | undefined,
): readonly string[] | undefined {
  if (scopes.has("tools:call")) return named;
  if (named?.some((name) => name !== GROUNDED_RESEARCH)) throw lacksScope("tools:call");
  return named ?? [GROUNDED_RESEARCH];
}
