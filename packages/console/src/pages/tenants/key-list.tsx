import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { ChoiceField } from "../../parts/fields.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { toast } from "../../parts/toast.tsx";

type ApiKey = Schemas["ApiKey"];

interface KeyListProps {
  tenantId: string;
  keys: readonly ApiKey[];
  onChange: () => void;
}

/** Lists a tenant's keys, each of which can be rotated and revoked. */
export function KeyList({ tenantId, keys, onChange }: KeyListProps): JSX.Element {
  return (
    <ul class="key-list">
      {keys.map((key) => (
        <KeyCard key={key.key_id} tenantId={tenantId} apiKey={key} onChange={onChange} />
      ))}
    </ul>
  );
}

interface KeyCardProps {
  tenantId: string;
  apiKey: ApiKey;
  onChange: () => void;
}

function KeyCard({ tenantId, apiKey, onChange }: KeyCardProps): JSX.Element {
  const {
    key_id: keyId,
    name,
    scopes,
    last_used_at: lastUsed,
    revoked_at: revokedAt,
    expires_at: expires,
  } = apiKey;
  const [open, setOpen] = useState<"rotate" | "revoke">();
  const [made, setMade] = useState<string>();
  const revoke = async () => {
    const path = { id: tenantId, key_id: keyId };
    await service.DELETE("/api/v1/tenants/{id}/keys/{key_id}", { params: { path } });
    toast(`${name} no longer works.`);
    onChange();
  };
  const close = () => setOpen(undefined);
  return (
    <li class="card">
      <h2>
        {name} {revokedAt !== null && <Badge tone="neutral">revoked</Badge>}{" "}
        {apiKey.read_only && <Badge tone="neutral">read-only</Badge>}
      </h2>
      <p class="small soft">
        <code>{keyId}</code> · {lastUsed === null ? "never used" : <RelativeTime at={lastUsed} />}
        {expires !== null && (
          <>
            {" · ends "}
            <RelativeTime at={expires} />
          </>
        )}
      </p>
      <p class="scopes">
        {scopes.map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
      </p>
      {limitsOf(apiKey).map((limit) => (
        <p class="small" key={limit}>
          {limit}
        </p>
      ))}
      {made !== undefined && <SecretOnce name="New key" secret={made} />}
      {revokedAt === null && (
        <div class="button-row">
          <Button class="small" onClick={() => setOpen("rotate")}>
            Rotate
          </Button>
          <Button class="small" kind="danger" onClick={() => setOpen("revoke")}>
            Revoke
          </Button>
        </div>
      )}
      {open === "rotate" && (
        <RotateKey
          tenantId={tenantId}
          apiKey={apiKey}
          onMade={(secret) => {
            setMade(secret);
            onChange();
          }}
          onClose={close}
        />
      )}
      {open === "revoke" && (
        <ConfirmDialog title={`Revoke ${name}?`} action="Revoke" onConfirm={revoke} onClose={close}>
          <p>Requests with this key are refused immediately. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function limitsOf({
  allowed_tools: tools,
  allowed_credentials: ids,
  requests_per_minute: rate,
}: ApiKey): string[] {
  return [
    ...(tools === null ? [] : [`Only the tools ${tools.join(", ")}`]),
    ...(ids === null ? [] : [`Only the connections ${ids.join(", ")}`]),
    ...(rate === null ? [] : [`At most ${rate} requests per minute`]),
  ];
}

/** Times for which the old key stays valid, at most a week. */
const OVERLAPS: readonly (readonly [seconds: number, words: string])[] = [
  [0, "immediately"],
  [3_600, "in an hour"],
  [24 * 3_600, "in a day"],
  [7 * 24 * 3_600, "in a week"],
];

interface RotateKeyProps {
  tenantId: string;
  apiKey: Schemas["ApiKey"];
  onMade: (secret: string) => void;
  onClose: () => void;
}

/** Replaces a key with a new one. The user chooses when the old one expires. */
function RotateKey({ tenantId, apiKey, onMade, onClose }: RotateKeyProps): JSX.Element {
  const [overlap, setOverlap] = useState(0);
  const rotate = async () => {
    const { data } = await service.POST("/api/v1/tenants/{id}/keys/{key_id}/rotate", {
      params: { path: { id: tenantId, key_id: apiKey.key_id } },
      body: overlap === 0 ? {} : { overlap_seconds: overlap },
    });
    onMade(data.api_key);
  };
  return (
    <ConfirmDialog title={`Rotate ${apiKey.name}?`} action="Rotate" onConfirm={rotate} onClose={onClose}>
      <p>This creates a new key with the same permissions. Sessions created with the old key end with it.</p>
      <ChoiceField
        label="The old key stops working"
        choices={OVERLAPS}
        value={overlap}
        onChoose={setOverlap}
      />
    </ConfirmDialog>
  );
}
