import type { JSX } from "preact";
import type { ConsolePage } from "../../app/console-page.ts";
import { hasScope, visitState } from "../../app/visit-state.ts";
import { Badge } from "../../parts/badge.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { PolicyForm } from "./policy-form.tsx";
import { SessionForm } from "./session-form.tsx";

/** Shows the key's permissions, edits the policy for all callers, and creates sessions. */
export const keysPage: ConsolePage = {
  path: "keys",
  title: "Keys and policy",
  icon: "key",
  group: "Manage",
  needs: "tools:read",
  Body: KeysPage,
};

function KeysPage(): JSX.Element {
  return (
    <>
      <PageHead
        title="Keys and policy"
        lead="What this key may do, and what the tenant allows all its callers."
      />
      <PolicyForm />
      <OwnKey />
      {hasScope("sessions:create") && <SessionForm />}
    </>
  );
}

function OwnKey(): JSX.Element | null {
  const state = visitState.value;
  if (state.status !== "signed_in") return null;
  const { key_id, key_name, scopes, read_only, ends_at } = state.visit;
  return (
    <section class="card">
      <h2>This key</h2>
      <p>
        {key_name ?? "Token of your identity provider"} <code class="small soft">{key_id}</code>{" "}
        {read_only && <Badge tone="neutral">read-only</Badge>}
      </p>
      <p class="scopes">
        {scopes.map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
      </p>
      <p class="small soft">
        This sign-in expires <RelativeTime at={ends_at} />. An operator creates and rotates keys with{" "}
        <code>npx --no plumbline key create</code> or on the page Tenants.
      </p>
    </section>
  );
}
