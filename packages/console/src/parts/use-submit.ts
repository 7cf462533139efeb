import { useState } from "preact/hooks";

/** A form that is being sent. */
export interface Submission {
  /** Error thrown by the last attempt. */
  problem: unknown;
  isBusy: boolean;
  submit: (event: Event) => void;
}

/** Sends a form when it is submitted, and stores an error so that it can be shown. */
export function useSubmit(send: () => Promise<void>): Submission {
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    await send().catch(setProblem);
    setBusy(false);
  };
  return { problem, isBusy, submit: (event) => void submit(event) };
}
