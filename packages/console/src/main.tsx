import { type JSX, render } from "preact";
import { Shell } from "./app/shell.tsx";
import { SignIn } from "./app/sign-in.tsx";
import { applyTheme } from "./app/theme.ts";
import { recallVisit } from "./app/visit.ts";
import { visitState } from "./app/visit-state.ts";
import { Toasts } from "./parts/toast.tsx";

applyTheme();
void recallVisit();
const root = document.getElementById("console");
if (root) render(<App />, root);

/** Renders the whole console: the sign-in, or the page of the current address inside the shell. */
function App(): JSX.Element {
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
