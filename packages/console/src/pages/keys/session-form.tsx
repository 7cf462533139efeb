import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { MoreSettings } from "../../parts/more-settings.tsx";
import { useRecordForm } from "../../parts/record-form.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { SubmitForm } from "../../parts/submit-form.tsx";

const FIELDS = {
  end_user: { label: "End user", hint: "Appears in the record of each call." },
  origin: {
    label: "Origin",
    hint: "The only web origin that may use it.",
    placeholder: "https://app.example.com",
  },
  ttl_seconds: {
    label: "For",
    choices: [
      [900, "15 minutes"],
      [3_600, "an hour"],
    ],
  },
  tools: {
    label: "Only these tools",
    hint: "One per line, such as feed_read. Leave empty for all that this key may use.",
    control: "lines",
  },
  credential_ids: {
    label: "Only these connections",
    hint: "Their IDs, one per line. Leave empty for all that this key may use.",
    control: "lines",
  },
} as const;

/** Creates a short-lived session token for a browser or an end user. */
export function SessionForm(): JSX.Element {
  const { show, read } = useRecordForm(FIELDS, { ttl_seconds: "900" });
  const [made, setMade] = useState<Schemas["NewSession"]>();
  const make = async () => {
    setMade(undefined);
    const body = read<Schemas["CreateSession"]>();
    if (body) setMade((await service.POST("/api/v1/sessions", { body })).data);
  };
  return (
    <section class="card">
      <h2>Session tokens</h2>
      <p class="soft">
        For a browser or an end user: calls tools, research and the agent, and expires by itself.
      </p>
      <SubmitForm kind="plain" action="Create a token" onSend={make}>
        <div class="policy-row">{show("end_user", "origin", "ttl_seconds")}</div>
        <MoreSettings>{show("tools", "credential_ids")}</MoreSettings>
        {made && <SecretOnce name="Session token" secret={made.session_token} />}
      </SubmitForm>
    </section>
  );
}
