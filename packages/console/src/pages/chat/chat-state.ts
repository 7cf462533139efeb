import type { StreamChunk } from "@plumbline/client/agent-stream.ts";
import { PlumblineError } from "@plumbline/client/plumbline-error.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { models, visitState } from "../../app/visit-state.ts";
import { type AnswerTurn, asMessages, type ChatTurn, withChunk } from "./conversation.ts";
import { loadConversation, storeConversation } from "./stored-conversation.ts";

const kept = loadConversation();
const turns = signal<readonly ChatTurn[]>(kept?.turns ?? []);
/** The conversation ID, under which the service stores what the conversation has read and written. */
let id: string = kept?.id ?? crypto.randomUUID();
const running = signal<AbortController | undefined>(undefined);
let isRecalled = false;
/** Set if the reader stopped a run before its ID was known. */
let isStopWanted = false;
/** The place of the answer that a run writes. */
const writing = signal(-1);
/** The title of a chat that was opened, and whether its reader may go on with it. */
const opened = signal<Pick<Schemas["Chat"], "title" | "own"> | undefined>(undefined);

/** IDs of the accounts that the agent may use in this conversation. `undefined` allows all. */
export const chosenAccounts = signal<readonly string[] | undefined>(kept?.accounts);

/** The model that answers, also in the chats after this one. `undefined` is the service's default. */
export const chosenModel = signal<string | undefined>(kept?.model);

/** The conversation of this tab. It survives navigation and a reload, and is cleared at sign-out. */
export const conversation: ReadonlySignal<readonly ChatTurn[]> = turns;
export const isRunning: ReadonlySignal<boolean> = computed(() => running.value !== undefined);
export const writingAt: ReadonlySignal<number> = writing;
export const openedChat: ReadonlySignal<typeof opened.value> = opened;

effect(() => {
  const [accounts, model] = [chosenAccounts.value, chosenModel.value];
  storeConversation({ id, turns: turns.value, accounts, model });
});

effect(() => {
  const state = visitState.value;
  if (state.status !== "signed_out" || state.isEnded) return;
  running.value?.abort();
  chosenModel.value = undefined;
  startAnew();
});

/** Sends a message. The agent's answer becomes the next turn. */
export function say(text: string): void {
  if (turns.value.length === 0) history.replaceState(null, "", linkTo("chat", id));
  turns.value = [...turns.value, { role: "user", text }, { role: "assistant", parts: [] }];
  askAgent();
}

/** Resumes a run that waited for approval. */
export function resume(approvalId: string): void {
  const at = turns.value.findLastIndex((turn) => turn.role === "assistant" && waitsFor(turn, approvalId));
  const runId = answerAt(at)?.runId;
  change(at, ({ done: _done, problem: _problem, stopped: _stopped, ...turn }) => turn);
  ask({ resume: approvalId, ...(runId !== undefined && { run_id: runId }) }, at);
}

function waitsFor({ parts }: AnswerTurn, approvalId: string): boolean {
  return parts.some((part) => part.type === "tool" && part.approval?.approval_id === approvalId);
}

/** Runs the last message again. Writes that were made for it are not made again. */
export function sayAgain(): void {
  turns.value = [...turns.value.slice(0, -1), { role: "assistant", parts: [] }];
  askAgent();
}

/** The place of a message identifies it, also after a reload. */
function askAgent(): void {
  const said = turns.value.slice(0, -1);
  const accounts = chosenAccounts.value;
  const model = models.value.find((one) => one === chosenModel.value);
  ask({
    conversation_id: id,
    message_id: `turn-${said.length}`,
    messages: asMessages(said),
    ...(accounts && { credential_ids: [...accounts] }),
    ...(model !== undefined && { model }),
  });
}

/** Shows a chat that was kept. A run that is still in progress continues. */
export async function openChat(wanted: string): Promise<void> {
  if (wanted === id && isRecalled) return;
  const before = wanted === id ? turns.value : [];
  startAnew();
  id = wanted;
  try {
    const { data } = await service.GET("/api/v1/chats/{id}", { params: { path: { id: wanted } } });
    if (id !== wanted) return;
    opened.value = data;
    const told = data.runs.flatMap(({ run_id: runId, message, rating }): ChatTurn[] => [
      { role: "user", text: message },
      { role: "assistant", parts: [], runId, rating: rating ?? undefined },
    ]);
    // The run of a message that was sent just before a reload may not have begun yet.
    turns.value = [...told, ...before.slice(told.length)];
  } catch (problem) {
    // A service without chats keeps the runs of the last day.
    turns.value = before.length > 0 ? before : [{ role: "assistant", parts: [], problem }];
  }
  recall();
}

/** Shows the new title of a chat, if it is open. */
export function showRenamed(chatId: string, title: string): void {
  if (chatId === id) opened.value = { own: true, title };
}

/** Leaves a chat that no longer exists, if it is open. */
export function showDeleted(chatId: string): void {
  if (chatId !== id) return;
  startAnew();
  location.hash = linkTo("chat");
}

/** Keeps what the reader thought of an answer. */
export async function rate(
  at: number,
  rating: Pick<Schemas["RunRating"], "value" | "reason">,
): Promise<void> {
  const runId = answerAt(at)?.runId;
  if (runId === undefined) return;
  const params = { path: { id: runId } };
  await service.PUT("/api/v1/agent/runs/{id}/rating", { params, body: rating });
  change(at, (turn) => ({ ...turn, rating: { ...rating, at: new Date().toISOString() } }));
}

/** Restores the answers from before a reload. The last one continues if its run is still in progress. */
export function recall(): void {
  if (isRecalled) return;
  isRecalled = true;
  const last = turns.value.length - 1;
  const answers = turns.value.flatMap((turn, at) =>
    turn.role === "assistant" && !turn.problem && (turn.runId !== undefined || at === last)
      ? [{ at, runId: turn.runId }]
      : [],
  );
  if (answers.length === 0) return;
  const own = id;
  void whileRunning(async (signal) => {
    const follow = async ({ at, runId }: (typeof answers)[number]) => {
      const found = runId ?? (await findRun(own, at, signal));
      if (found !== undefined) await show(service.streamRun(found, { signal }), at, signal);
      else if (id === own) change(at, (turn) => ({ ...turn, problem: new Error(NOT_STARTED) }));
    };
    await Promise.all(answers.map(follow));
    if (id === own) await Promise.all(answers.map(({ at }) => tellStopped(at)));
    // The conversation has ended, or belongs to a previous user.
    if (id === own && answers.every(({ at }) => isNotFound(answerAt(at)?.problem))) startAnew();
  });
}

const NOT_STARTED = "The page was reloaded before this answer started.";
const FIND_EVERY_MS = 1_000;
const MAX_FIND_ATTEMPTS = 5;

/** Returns the run that answers a message, once its chat lists it. A chat lists one run per message. */
async function findRun(chatId: string, at: number, signal: AbortSignal): Promise<string | undefined> {
  for (let attempt = 0; attempt < MAX_FIND_ATTEMPTS && !signal.aborted; attempt += 1) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, FIND_EVERY_MS));
    const params = { path: { id: chatId } };
    const found = await service.GET("/api/v1/chats/{id}", { params, signal }).catch(() => undefined);
    const run = found?.data.runs[(at - 1) / 2];
    if (run) return run.run_id;
  }
  return undefined;
}

/**
 * Ends the run after the write in progress, as soon as its ID is known. The answer then lists what was
 * written. Asked again, it does not wait for the ID.
 */
export async function endRun(): Promise<void> {
  const own = running.value;
  const at = writing.value;
  const runId = answerAt(at)?.runId;
  if (runId === undefined) {
    if (isStopWanted) own?.abort();
    isStopWanted = true;
    return;
  }
  isStopWanted = false;
  try {
    const params = { path: { id: runId } };
    const { data } = await service.POST("/api/v1/agent/runs/{id}/stop", { params });
    if (answerAt(at)?.runId === runId) change(at, (turn) => ({ ...turn, stopped: data.writes }));
  } catch (problem) {
    change(at, (turn) => ({ ...turn, problem }));
    own?.abort();
  }
}

/** Shows again what a stopped run had written. */
async function tellStopped(at: number): Promise<void> {
  const { done, runId } = answerAt(at) ?? {};
  if (done?.stop_reason !== "stopped" || runId === undefined) return;
  const params = { path: { id: runId } };
  const found = await service.GET("/api/v1/agent/runs/{id}", { params }).catch(() => undefined);
  if (found) change(at, (turn) => ({ ...turn, stopped: found.data.writes }));
}

/** Begins a conversation. A run of the one before goes on: opening that one again follows it. */
export function startAnew(): void {
  running.value = undefined;
  opened.value = undefined;
  chosenAccounts.value = undefined;
  isRecalled = false;
  id = crypto.randomUUID();
  turns.value = [];
}

function ask(request: Parameters<typeof service.streamAgent>[0], at = turns.value.length - 1): void {
  isRecalled = true;
  void whileRunning((signal) => show(service.streamAgent(request, { signal }), at, signal), at);
}

async function whileRunning(
  run: (signal: AbortSignal) => Promise<void>,
  at = turns.value.length - 1,
): Promise<void> {
  const own = new AbortController();
  running.value?.abort();
  running.value = own;
  writing.value = at;
  isStopWanted = false;
  await run(own.signal);
  if (running.value === own) running.value = undefined;
}

/** Adds a run's chunks to its answer. */
async function show(chunks: AsyncIterable<StreamChunk>, at: number, signal: AbortSignal): Promise<void> {
  const own = id;
  const isShown = () => id === own && !signal.aborted;
  try {
    for await (const chunk of chunks) {
      if (!isShown()) continue;
      change(at, (turn) => withChunk(turn, chunk));
      if (isStopWanted && chunk.type === "start") void endRun();
    }
  } catch (problem) {
    if (isShown()) change(at, (turn) => ({ ...turn, problem }));
  }
}

function isNotFound(problem: unknown): boolean {
  return problem instanceof PlumblineError && problem.status === 404;
}

function answerAt(at: number): AnswerTurn | undefined {
  const turn = turns.value[at];
  return turn?.role === "assistant" ? turn : undefined;
}

function change(at: number, changed: (turn: AnswerTurn) => AnswerTurn): void {
  const turn = answerAt(at);
  if (turn) turns.value = turns.value.with(at, changed(turn));
}
