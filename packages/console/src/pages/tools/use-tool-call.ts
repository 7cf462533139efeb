import type { Schemas } from "@plumbline/client/schemas.ts";
import { useRef, useState } from "preact/hooks";
import { service } from "../../app/api.ts";

/** A completed call or preview. */
export interface MadeCall {
  isPreview: boolean;
  arguments: Record<string, unknown>;
  answer: Schemas["DispatchResult"];
}

export interface ToolCalling {
  made: MadeCall | undefined;
  /** Error thrown by the call. */
  problem: unknown;
  isBusy: boolean;
  call: (args: Record<string, unknown>, isPreview: boolean) => void;
}

/**
 * Calls a tool. If the outcome of a call is unknown, a call with the same arguments uses the same idempotency
 * key, so that it takes effect once. Each call is its own conversation: a user typed its arguments, so text
 * read earlier cannot influence it.
 */
export function useToolCall(name: string): ToolCalling {
  const [state, setState] = useState<Omit<ToolCalling, "call">>({
    made: undefined,
    problem: undefined,
    isBusy: false,
  });
  const unsure = useRef<{ text: string; key: string }>(undefined);
  const call = async (args: Record<string, unknown>, isPreview: boolean) => {
    setState({ made: undefined, problem: undefined, isBusy: true });
    const text = JSON.stringify(args);
    const key = unsure.current?.text === text ? unsure.current.key : crypto.randomUUID();
    try {
      const { data: answer } = await service.POST("/api/v1/tools/{name}", {
        params: {
          path: { name },
          header: { "x-conversation-id": key, ...(!isPreview && { "idempotency-key": key }) },
        },
        body: { arguments: args, ...(isPreview && { preview: true }) },
      });
      unsure.current = !answer.ok && answer.outcome_unknown ? { text, key } : undefined;
      setState({ made: { isPreview, arguments: args, answer }, problem: undefined, isBusy: false });
    } catch (problem) {
      if (!isPreview) unsure.current = { text, key };
      setState({ made: undefined, problem, isBusy: false });
    }
  };
  return { ...state, call: (args, isPreview) => void call(args, isPreview) };
}
