import type { Schemas } from "@plumbline/client/schemas.ts";
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { service } from "../../app/api.ts";
import { visitState } from "../../app/visit-state.ts";
import { type AnswerTurn, asMessages, type ChatTurn, withChunk } from "./conversation.ts";

const turns = signal<readonly ChatTurn[]>([]);
/** Under which the service keeps what the conversation has read and written. */
let id: string = crypto.randomUUID();
const running = signal<AbortController | undefined>(undefined);
/** The run under way, once it has told its id. */
let runId: string | undefined;

/** The conversation of this tab. It stays while other pages are shown, and is forgotten at sign-out. */
export const conversation: ReadonlySignal<readonly ChatTurn[]> = turns;
export const isRunning: ReadonlySignal<boolean> = computed(() => running.value !== undefined);

effect(() => {
  const state = visitState.value;
  if (state.status === "signed_out" && !state.isEnded) startAnew();
});

/** Says something; the agent's answer becomes the next turn. */
export function say(text: string): void {
  turns.value = [...turns.value, { role: "user", text }, { role: "assistant", parts: [] }];
  void run({ conversation_id: id, messages: asMessages(turns.value) });
}

/** Goes on with a run that waited for a person. */
export function resume(approvalId: string): void {
  changeLast((turn) => ({ role: "assistant", parts: turn.parts }));
  void run({ resume: approvalId });
}

/** Asks once more for what failed. */
export function sayAgain(): void {
  const said = turns.value.slice(0, -1);
  turns.value = [...said, { role: "assistant", parts: [] }];
  void run({ conversation_id: id, messages: asMessages(said) });
}

/** Ends the run behind the write that is under way; the answer then says what was written. */
export async function endRun(): Promise<void> {
  const own = running.value;
  const id = runId;
  if (id === undefined) return own?.abort();
  try {
    const { data } = await service.POST("/api/v1/agent/runs/{id}/stop", { params: { path: { id } } });
    if (runId === id) changeLast((turn) => ({ ...turn, stopped: data.writes }));
  } catch (problem) {
    changeLast((turn) => ({ ...turn, problem }));
    own?.abort();
  }
}

export function startAnew(): void {
  running.value?.abort();
  turns.value = [];
  id = crypto.randomUUID();
}

async function run(request: Schemas["RunRequest"] | Schemas["ResumeRequest"]): Promise<void> {
  const own = new AbortController();
  running.value?.abort();
  running.value = own;
  runId = undefined;
  try {
    for await (const chunk of service.streamAgent(request, { signal: own.signal })) {
      if (own.signal.aborted) continue;
      if (chunk.type === "start") runId = chunk.run_id;
      changeLast((turn) => withChunk(turn, chunk));
    }
  } catch (problem) {
    if (!own.signal.aborted) changeLast((turn) => ({ ...turn, problem }));
  } finally {
    if (running.value === own) running.value = undefined;
  }
}

function changeLast(change: (turn: AnswerTurn) => AnswerTurn): void {
  const last = turns.value.at(-1);
  if (last?.role === "assistant") turns.value = [...turns.value.slice(0, -1), change(last)];
}
