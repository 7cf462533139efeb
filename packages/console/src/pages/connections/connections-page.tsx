import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { type ListProps, type RowsProps, resourcePage } from "../../parts/resource-page.tsx";
import { toast, toastProblem } from "../../parts/toast.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { AddConnection } from "./add-connection.tsx";
import { ConnectionCard } from "./connection-card.tsx";
import { accountTitle, KIND_CHOICES } from "./kinds.ts";
import { needsRenewal } from "./needs-renewal.ts";

type Credential = Schemas["Credential"];

const NO_ACCOUNTS = {
  title: "No accounts are connected",
  text: "Connect one to use the tools of its provider.",
};

/** Connects, tests, reconnects and revokes accounts. */
export const connectionsPage = resourcePage<Credential>({
  path: "connections",
  title: "Connections",
  icon: "plug",
  group: "Act",
  needs: "credentials:read",
  lead: "Accounts at providers. Their tokens are encrypted and never shown.",
  Actions: ConnectButton,
  Above: AboveCards,
  list: {
    caption: "Connections",
    load: async ({ page: query }, signal) =>
      (await service.GET("/api/v1/credentials", { params: { query }, signal })).data,
    // Defines only the sort order, because cards have no columns.
    columns: [{ title: "Name", sortBy: ({ label }) => label, cell: ({ label }) => label }],
    filters: [
      {
        name: "kind",
        label: "Kind",
        choices: [["", "Any kind"], ...KIND_CHOICES],
        fits: (row, kind) => row.kind === kind,
      },
      {
        name: "state",
        label: "State",
        choices: [
          ["", "Any status"],
          ["attention", "Needs attention"],
          ["unused", "Never used"],
        ],
        fits: (row, state) => (state === "unused" ? row.last_used_at === null : needsRenewal(row)),
      },
    ],
    hasShortBar: false,
    sortedBy: "Name",
    textOf: ({ label, account, id }) => `${label} ${account ?? ""} ${id}`,
    rowKey: ({ id }) => id,
    Rows: ConnectionCards,
    empty: NO_ACCOUNTS,
  },
});

function ConnectButton({ onChange }: ListProps): JSX.Element | null {
  const [isAdding, setAdding] = useState(false);
  const close = () => {
    setAdding(false);
    onChange();
  };
  if (!hasScope("connections:write") && !hasScope("credentials:write")) return null;
  return (
    <>
      <Button kind="primary" onClick={() => setAdding(true)}>
        Connect an account
      </Button>
      {isAdding && <AddConnection onClose={close} />}
    </>
  );
}

function ConnectionCards({ rows, isFiltered, onChange }: RowsProps<Credential>): JSX.Element {
  const revoked = rows.filter(({ status }) => status === "revoked");
  const inUse = rows.filter(({ status }) => status !== "revoked");
  const cards = (shown: readonly Credential[]) => (
    <ul class="card-list columns">
      {shown.map((credential) => (
        <ConnectionCard key={credential.id} credential={credential} onChange={onChange} />
      ))}
    </ul>
  );
  return (
    <>
      {inUse.length === 0 && !isFiltered && (
        <EmptyState icon="plug" title={NO_ACCOUNTS.title}>
          <p>{NO_ACCOUNTS.text}</p>
        </EmptyState>
      )}
      {cards(inUse)}
      {revoked.length > 0 && (
        <details class="revoked">
          <summary>{revoked.length === 1 ? "One revoked" : `${revoked.length} revoked`}</summary>
          {cards(revoked)}
        </details>
      )}
    </>
  );
}

function AboveCards(props: ListProps): JSX.Element | null {
  useReloadOnReturn(props.onChange);
  return hasScope("connections:write") ? <PendingConnects {...props} /> : null;
}

/** Reloads when the user returns from a provider's page, to show the outcome. */
function useReloadOnReturn(reload: () => void): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") reload();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [reload]);
}

/** Lists pending authorizations, and loads them again with the list of accounts. */
function PendingConnects({ turn, onChange }: ListProps): JSX.Element | null {
  const { value = [] } = useLoaded(async (signal) => {
    const { data } = await service.GET("/api/v1/connections", { params: { query: { limit: 50 } }, signal });
    return data.items as readonly Schemas["PendingConnect"][];
  }, String(turn));
  if (value.length === 0) return null;
  const withdraw = async ({ id, kind }: Schemas["PendingConnect"]) => {
    await service
      .DELETE("/api/v1/connections/{kind}/{id}", { params: { path: { kind, id } } })
      .then(() => toast("Its address no longer works."), toastProblem);
    onChange();
  };
  return (
    <section class="card pending">
      <h2>Waiting for a sign-in</h2>
      <ul class="plain-list">
        {value.map((pending) => (
          <li key={pending.id}>
            <span>
              <strong>{accountTitle(pending)}</strong>
              <span class="small soft">
                {" "}
                · {pending.form === "link" ? "a page of this service" : "an address at the provider"}, ends{" "}
                <RelativeTime at={pending.expires_at} />
              </span>
            </span>
            <Button class="small" onClick={() => void withdraw(pending)}>
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
