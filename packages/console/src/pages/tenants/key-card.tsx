import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { Badge } from "../../parts/badge.tsx";
import { ConfirmButton } from "../../parts/confirm-dialog.tsx";
import { ChoiceField } from "../../parts/fields.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { toast } from "../../parts/toast.tsx";

/** Times for which the old key stays valid, at most a week. */
const OVERLAPS: readonly (readonly [seconds: number, words: string])[] = [
  [0, "immediately"],
  [3_600, "in an hour"],
  [24 * 3_600, "in a day"],
  [7 * 24 * 3_600, "in a week"],
];

interface KeyCardProps {
  tenantId: string;
  apiKey: Schemas["ApiKey"];
  onChange: () => void;
}

/** Shows one key of a tenant, which can be rotated and revoked. */
export function KeyCard({ tenantId, apiKey, onChange }: KeyCardProps): JSX.Element {
  const { key_id, name, scopes, last_used_at: lastUsed, revoked_at: revokedAt, expires_at: ends } = apiKey;
  const params = { path: { id: tenantId, key_id } };
  const [overlap, setOverlap] = useState(0);
  const [made, setMade] = useState<string>();
  const rotate = async () => {
    const body = overlap === 0 ? {} : { overlap_seconds: overlap };
    const { data } = await service.POST("/api/v1/tenants/{id}/keys/{key_id}/rotate", { params, body });
    setMade(data.api_key);
    onChange();
  };
  const revoke = async () => {
    await service.DELETE("/api/v1/tenants/{id}/keys/{key_id}", { params });
    toast(`${name} no longer works.`);
    onChange();
  };
  return (
    <li class="card">
      <h2>
        {name} {revokedAt !== null && <Badge tone="neutral">revoked</Badge>}{" "}
        {apiKey.read_only && <Badge tone="neutral">read-only</Badge>}
      </h2>
      <p class="small soft">
        <code>{key_id}</code> · {lastUsed === null ? "never used" : <RelativeTime at={lastUsed} />}
        {ends !== null && (
          <>
            {" · ends "}
            <RelativeTime at={ends} />
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
          <ConfirmButton
            label="Rotate"
            kind="plain"
            class="small"
            title={`Rotate ${name}?`}
            action="Rotate"
            onConfirm={rotate}
          >
            <p>
              This creates a new key with the same permissions. Sessions created with the old key end with it.
            </p>
            <ChoiceField
              label="The old key stops working"
              choices={OVERLAPS}
              value={overlap}
              onChoose={setOverlap}
            />
          </ConfirmButton>
          <ConfirmButton
            label="Revoke"
            class="small"
            title={`Revoke ${name}?`}
            action="Revoke"
            onConfirm={revoke}
          >
            <p>Requests with this key are refused immediately. This cannot be undone.</p>
          </ConfirmButton>
        </div>
      )}
    </li>
  );
}

function limitsOf(key: Schemas["ApiKey"]): string[] {
  const { allowed_tools: tools, allowed_credentials: ids, requests_per_minute: rate } = key;
  return [
    ...(tools === null ? [] : [`Only the tools ${tools.join(", ")}`]),
    ...(ids === null ? [] : [`Only the connections ${ids.join(", ")}`]),
    ...(rate === null ? [] : [`At most ${rate} requests per minute`]),
  ];
}
