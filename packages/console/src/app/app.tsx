import type { JSX } from "preact";
import { Toasts } from "../parts/toast.tsx";
import { Shell } from "./shell.tsx";
import { SignIn } from "./sign-in.tsx";
import { visitState } from "./visit-state.ts";

/** The whole console: the sign-in, or the page of the address within the shell. */
export function App(): JSX.Element {
  return (
    <>
      <Contents />
      <Toasts />
    </>
  );
}

function Contents(): JSX.Element | null {
  const state = visitState.value;
  if (state.status === "unknown") return null;
  if (state.status === "signed_out") return <SignIn isEnded={state.isEnded} />;
  return <Shell visit={state.visit} />;
}
