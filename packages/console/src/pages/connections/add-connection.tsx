import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { ChoiceField } from "../../parts/fields.tsx";
import { useRecordForm } from "../../parts/record-form.tsx";
import type { FormFields } from "../../parts/record-values.ts";
import { SubmitForm } from "../../parts/submit-form.tsx";
import { toast } from "../../parts/toast.tsx";
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
  const [chosen, setWay] = useState<Way>(hasScope("connections:write") ? "sign-in" : "token");
  const [address, setAddress] = useState<ConnectAddress>();
  const ways = waysFor(kind);
  const way = ways.includes(chosen) ? chosen : "token";
  const { show, read, typed } = useRecordForm(fieldsOf(kind, way));
  const connect = async () => {
    const values = read<Pick<Schemas["CreateCredential"], "label" | "token" | "metadata">>();
    if (!values) return;
    const { label, token = "", metadata } = values;
    if (way !== "token") return setAddress(await beginConnect({ kind, isLink: way === "link", label }));
    const body = { kind, label, token, ...(metadata && { metadata }) };
    await service.POST("/api/v1/credentials", { body });
    toast(`${label} has been stored.`);
    onClose();
  };
  return (
    <Dialog title="Connect an account" onClose={onClose}>
      {address ? (
        <StartedConnect address={address} onConnected={onClose} onRetry={() => setAddress(undefined)} />
      ) : (
        <SubmitForm action={way === "token" ? "Store" : "Continue"} onSend={connect}>
          <ChoiceField label="Provider" choices={KIND_CHOICES} value={kind} onChoose={setKind} />
          {show("label")}
          {ways.length > 1 && (
            <fieldset class="choices">
              <legend>How</legend>
              {ways.map((one) => (
                <label key={one}>
                  <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} />{" "}
                  {WAYS[one]}
                </label>
              ))}
            </fieldset>
          )}
          {way === "token" && show("token")}
          {way === "token" && (CONNECTION_KINDS[kind].metadata ?? typed.metadata) && show("metadata")}
        </SubmitForm>
      )}
    </Dialog>
  );
}

function fieldsOf(kind: ConnectionKind, way: Way): FormFields {
  const label = {
    label: "Label",
    hint: "Your name for this account, such as team or sales.",
    isRequired: true,
    maxLength: 120,
  };
  if (way !== "token") return { label };
  const { token, metadata } = CONNECTION_KINDS[kind];
  return {
    label,
    token: {
      label: token,
      hint: "It is encrypted and never shown again.",
      control: "secret",
      isRequired: true,
    },
    metadata: {
      label: "Metadata",
      hint: "As JSON. docs/connections.md lists the fields of each kind.",
      control: "json",
      placeholder: metadata,
    },
  };
}

function waysFor(kind: ConnectionKind): readonly Way[] {
  const bySignIn = CONNECTION_KINDS[kind].byOAuth && hasScope("connections:write");
  const ways: Way[] = [...(bySignIn ? (["sign-in", "link"] as const) : [])];
  return hasScope("credentials:write") || ways.length === 0 ? [...ways, "token"] : ways;
}
