import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { Button } from "../../parts/button.tsx";
import { ChoiceField, TextField } from "../../parts/fields.tsx";
import { LinesField, linesIn } from "../../parts/lines-field.tsx";
import { MoreSettings } from "../../parts/more-settings.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { useSubmit } from "../../parts/use-submit.ts";

const SPANS: readonly (readonly [seconds: number, words: string])[] = [
  [900, "15 minutes"],
  [3_600, "an hour"],
];

/** Creates a short-lived session token for a browser or an end user. */
export function SessionForm(): JSX.Element {
  const [endUser, setEndUser] = useState("");
  const [origin, setOrigin] = useState("");
  const [tools, setTools] = useState("");
  const [credentials, setCredentials] = useState("");
  const [ttl, setTtl] = useState(900);
  const [made, setMade] = useState<Schemas["NewSession"]>();
  const { problem, isBusy, submit } = useSubmit(async () => {
    setMade(undefined);
    const [toolNames, credentialIds] = [linesIn(tools), linesIn(credentials)];
    const body = {
      ttl_seconds: ttl,
      ...(endUser.trim() !== "" && { end_user: endUser.trim() }),
      ...(origin.trim() !== "" && { origin: origin.trim() }),
      ...(toolNames.length > 0 && { tools: toolNames }),
      ...(credentialIds.length > 0 && { credential_ids: credentialIds }),
    };
    setMade((await service.POST("/api/v1/sessions", { body })).data);
  });
  return (
    <section class="card">
      <h2>Session tokens</h2>
      <p class="soft">
        For a browser or an end user: calls tools, research and the agent, and expires by itself.
      </p>
      <form onSubmit={submit}>
        <div class="policy-row">
          <TextField
            label="End user"
            hint="Appears in the record of each call."
            isOptional
            value={endUser}
            onType={setEndUser}
          />
          <TextField
            label="Origin"
            hint="The only web origin that may use it."
            isOptional
            placeholder="https://app.example.com"
            value={origin}
            onType={setOrigin}
          />
          <ChoiceField label="For" choices={SPANS} value={ttl} onChoose={setTtl} />
        </div>
        <MoreSettings>
          <LinesField
            label="Only these tools"
            hint="One per line, such as feed_read. Leave empty for all that this key may use."
            value={tools}
            onType={setTools}
          />
          <LinesField
            label="Only these connections"
            hint="Their IDs, one per line. Leave empty for all that this key may use."
            value={credentials}
            onType={setCredentials}
          />
        </MoreSettings>
        {problem !== undefined && <ProblemBanner problem={problem} />}
        {made && <SecretOnce name="Session token" secret={made.session_token} />}
        <Button type="submit" isBusy={isBusy}>
          Create a token
        </Button>
      </form>
    </section>
  );
}
