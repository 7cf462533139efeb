import { useState } from "preact/hooks";

/** A form on its way to the service. */
export interface Submission {
  /** Thrown by the last try. */
  problem: unknown;
  isBusy: boolean;
  submit: (event: Event) => void;
}

/** Sends a form when it is submitted, and keeps what that throws to be shown. */
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
