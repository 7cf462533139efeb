import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ChoiceField, TextAreaField, TextField } from "../../parts/fields.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { toast } from "../../parts/toast.tsx";
import { useSubmit } from "../../parts/use-submit.ts";
import type { ConnectAddress } from "./follow-connect.ts";
import { CONNECTION_KINDS, type ConnectionKind, KIND_CHOICES } from "./kinds.ts";
import { beginConnect, StartedConnect } from "./started-connect.tsx";

type Way = "sign-in" | "link" | "token";

const WAYS: Readonly<Record<Way, string>> = {
  "sign-in": "I will sign in at the provider",
  link: "Somebody else will sign in",
  token: "I have a token",
};

/** Connects an account: by signing in, by a link for someone else, or by a token. */
export function AddConnection({ onClose }: { onClose: () => void }): JSX.Element {
  const [kind, setKind] = useState<ConnectionKind>("chatapp_bot");
  const [label, setLabel] = useState("");
  const [chosen, setWay] = useState<Way>(hasScope("connections:write") ? "sign-in" : "token");
  const [token, setToken] = useState("");
  const [metadata, setMetadata] = useState("");
  const [address, setAddress] = useState<ConnectAddress>();
  const facts = CONNECTION_KINDS[kind];
  const ways = waysFor(kind);
  const way = ways.includes(chosen) ? chosen : "token";
  const { problem, isBusy, submit } = useSubmit(async () => {
    if (way !== "token") {
      setAddress(await beginConnect({ kind, isLink: way === "link", label: label.trim() }));
      return;
    }
    const body = {
      kind,
      label: label.trim(),
      token,
      ...(metadata.trim() !== "" && { metadata: JSON.parse(metadata) }),
    };
    await service.POST("/api/v1/credentials", { body });
    toast(`${label.trim()} has been stored.`);
    onClose();
  });
  return (
    <Dialog title="Connect an account" onClose={onClose}>
      {address ? (
        <StartedConnect address={address} onConnected={onClose} onRetry={() => setAddress(undefined)} />
      ) : (
        <form onSubmit={submit}>
          <ChoiceField label="Provider" choices={KIND_CHOICES} value={kind} onChoose={setKind} />
          <TextField
            label="Label"
            hint="Your name for this account, such as team or sales."
            required
            maxLength={120}
            value={label}
            onType={setLabel}
          />
          {ways.length > 1 && (
            <fieldset class="ways">
              <legend>How</legend>
              {ways.map((one) => (
                <label key={one}>
                  <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} />{" "}
                  {WAYS[one]}
                </label>
              ))}
            </fieldset>
          )}
          {way === "token" && (
            <>
              <TextField
                label={facts.token}
                hint="It is encrypted and never shown again."
                type="password"
                required
                autocomplete="off"
                value={token}
                onType={setToken}
              />
              {(facts.metadata !== undefined || metadata !== "") && (
                <TextAreaField
                  label="Metadata"
                  hint="As JSON. docs/connections.md lists the fields of each kind."
                  isOptional
                  class="mono"
                  rows={3}
                  placeholder={facts.metadata}
                  value={metadata}
                  onType={setMetadata}
                />
              )}
            </>
          )}
          {problem !== undefined && <ProblemBanner problem={problem} />}
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {way === "token" ? "Store" : "Continue"}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

function waysFor(kind: ConnectionKind): readonly Way[] {
  const bySignIn = CONNECTION_KINDS[kind].byOAuth && hasScope("connections:write");
  const ways: Way[] = [...(bySignIn ? (["sign-in", "link"] as const) : [])];
  return hasScope("credentials:write") || ways.length === 0 ? [...ways, "token"] : ways;
}
