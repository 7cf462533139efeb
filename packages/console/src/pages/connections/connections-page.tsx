import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import type { ConsolePage } from "../../app/console-page.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Button } from "../../parts/button.tsx";
import { type Column, Loading } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { type ListFilter, useListView } from "../../parts/list-view.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { toast, toastProblem } from "../../parts/toast.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import type { PagedList } from "../../parts/use-pages.ts";
import { AddConnection } from "./add-connection.tsx";
import { ConnectionCard } from "./connection-card.tsx";
import { accountTitle, CONNECTION_KINDS } from "./kinds.ts";
import { needsRenewal } from "./needs-renewal.ts";

/** Connects, tests, reconnects and revokes accounts. */
export const connectionsPage: ConsolePage = {
  path: "connections",
  title: "Connections",
  icon: "plug",
  group: "Act",
  needs: "credentials:read",
  Body: ConnectionsPage,
};

type Credential = Schemas["Credential"];

/** Defines only the sort order, because cards have no columns. */
const COLUMNS: readonly Column<Credential>[] = [
  { title: "Name", sortBy: ({ label }) => label, cell: ({ label }) => label },
];

const FILTERS: readonly ListFilter<Credential>[] = [
  {
    name: "kind",
    label: "Kind",
    choices: [
      ["", "Any kind"],
      ...Object.entries(CONNECTION_KINDS).map(([kind, { name }]) => [kind, name] as const),
    ],
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
];

function ConnectionsPage(): JSX.Element {
  const [isAdding, setAdding] = useState(false);
  const { list, isFiltered, bar } = useListView<Credential>({
    columns: COLUMNS,
    filters: FILTERS,
    sortedBy: "Name",
    textOf: ({ label, account, id }) => `${label} ${account ?? ""} ${id}`,
    load: async ({ page: query }, signal) =>
      (await service.GET("/api/v1/credentials", { params: { query }, signal })).data,
  });
  const [reloadCount, setReloadCount] = useState(0);
  const reload = () => {
    list.reload();
    setReloadCount((last) => last + 1);
  };
  useReloadOnReturn(reload);
  const mayAdd = hasScope("connections:write") || hasScope("credentials:write");
  return (
    <>
      <PageHead title="Connections" lead="Accounts at providers. Their tokens are encrypted and never shown.">
        {mayAdd && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            Connect an account
          </Button>
        )}
      </PageHead>
      {hasScope("connections:write") && <PendingConnects turn={reloadCount} onChange={reload} />}
      {(isFiltered || list.items.length > 5) && bar}
      <ConnectionList list={list} isFiltered={isFiltered} onChange={reload} />
      {isAdding && (
        <AddConnection
          onClose={() => {
            setAdding(false);
            reload();
          }}
        />
      )}
    </>
  );
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

interface ConnectionListProps {
  list: PagedList<Credential>;
  isFiltered: boolean;
  onChange: () => void;
}

function ConnectionList({ list, isFiltered, onChange }: ConnectionListProps): JSX.Element {
  const { items, isLoading, problem, hasMore, loadMore, reload } = list;
  const inUse = items.filter(({ status }) => status !== "revoked");
  const revoked = items.filter(({ status }) => status === "revoked");
  if (items.length === 0 && isLoading) return <Loading />;
  return (
    <>
      {problem !== undefined && <ProblemBanner problem={problem} onRetry={reload} />}
      {isFiltered && items.length === 0 && <p class="soft">Nothing matches.</p>}
      {inUse.length === 0 && !isFiltered && problem === undefined && (
        <EmptyState icon="plug" title="No accounts are connected">
          <p>Connect one to use the tools of its provider.</p>
        </EmptyState>
      )}
      <ul class="connection-list">
        {inUse.map((credential) => (
          <ConnectionCard key={credential.id} credential={credential} onChange={onChange} />
        ))}
      </ul>
      {revoked.length > 0 && (
        <details class="revoked">
          <summary>{revoked.length === 1 ? "One revoked" : `${revoked.length} revoked`}</summary>
          <ul class="connection-list">
            {revoked.map((credential) => (
              <ConnectionCard key={credential.id} credential={credential} onChange={onChange} />
            ))}
          </ul>
        </details>
      )}
      {hasMore && (
        <p class="more">
          <Button onClick={loadMore} isBusy={isLoading}>
            Load more
          </Button>
        </p>
      )}
    </>
  );
}

/** Lists pending authorizations. Changing `turn` reloads them. */
function PendingConnects({ turn, onChange }: { turn: number; onChange: () => void }): JSX.Element | null {
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
      <ul>
        {value.map((pending) => (
          <li key={pending.id}>
            <span>
              <strong>{accountTitle(pending)}</strong>
              <span class="small soft">
                {" "}
                · {pending.form === "link" ? "a page to send to somebody" : "an address at the provider"},
                ends <RelativeTime at={pending.expires_at} />
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
