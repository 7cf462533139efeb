import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Brand } from "../parts/brand.tsx";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/fields.tsx";
import { ProblemBanner } from "../parts/problem-banner.tsx";
import { useSubmit } from "../parts/use-submit.ts";
import { serviceUrl } from "./api.ts";
import { expectSecretOfIssuer } from "./page-secret.ts";
import { signIn } from "./visit.ts";
import { issuerHost } from "./visit-state.ts";

/** The page shown before a sign-in and after a visit has ended. */
export function SignIn({ isEnded }: { isEnded: boolean }): JSX.Element {
  const [key, setKey] = useState("");
  const { problem, isBusy, submit } = useSubmit(() => signIn(key.trim()));

  return (
    <main class="sign-in" id="main">
      <form class="card" onSubmit={submit}>
        <Brand />
        <h1>{isEnded ? "Sign in again" : "Sign in"}</h1>
        <p class="soft">
          {isEnded
            ? "Your sign-in has expired. Sign in again to return to where you were."
            : "Use an API key of your tenant, or an operator key."}
        </p>
        {problem !== undefined && <ProblemBanner problem={problem} />}
        <TextField
          label="API key"
          hint="The key is sent once and is not stored in the browser."
          type="password"
          autocomplete="current-password"
          autocapitalize="off"
          spellcheck={false}
          placeholder="plk_…"
          required
          value={key}
          onType={setKey}
        />
        <Button type="submit" kind="primary" isBusy={isBusy} class="wide">
          Sign in
        </Button>
        {issuerHost.value !== null && (
          <a
            class="button wide"
            href={serviceUrl("/approve/sign-in?console=1")}
            onClick={expectSecretOfIssuer}
          >
            Sign in with {issuerHost.value}
          </a>
        )}
        <p class="soft small">
          No key? The <a href={serviceUrl("/docs")}>API's description</a> explains how an operator creates
          one. On your own machine it is in the service's data folder (.plumbline, or DATA_DIR), in
          dev-api-key.
        </p>
      </form>
    </main>
  );
}
