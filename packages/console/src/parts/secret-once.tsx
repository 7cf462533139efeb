import type { JSX } from "preact";
import { CopyButton } from "./copy-button.tsx";
import { Banner } from "./problem-banner.tsx";

/** Shows a secret once, with a copy button. */
export function SecretOnce({ name, secret }: { name: string; secret: string }): JSX.Element {
  return (
    <Banner tone="wait">
      <p>
        <strong>{name}</strong>: copy it now. It is not stored and will not be shown again.
      </p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <CopyButton text={() => secret} />
    </Banner>
  );
}
