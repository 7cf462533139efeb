import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { hasScope } from "../../app/visit-state.ts";
import { CheckField } from "../../parts/fields.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { accountTitle } from "../connections/kinds.ts";
import { chosenAccounts } from "./chat-state.ts";

const MAX_ACCOUNTS = 100;

/** Chooses the accounts that the agent may use. Shows nothing to a tenant with fewer than two, or too many. */
export function AccountChoice(): JSX.Element | null {
  const { value: accounts = [] } = useLoaded(loadAccounts);
  if (accounts.length < 2) return null;
  const ids = accounts.map(({ id }) => id);
  const chosen = ids.filter((id) => chosenAccounts.value?.includes(id) ?? true);
  const choose = (id: string, isChosen: boolean) => {
    const next = ids.filter((one) => (one === id ? isChosen : chosen.includes(one)));
    chosenAccounts.value = next.length === ids.length ? undefined : next;
  };
  return (
    <details class="account-choice">
      <summary>
        Accounts: {chosen.length === ids.length ? "all" : `${chosen.length} of ${ids.length}`}
      </summary>
      <fieldset class="choices">
        <legend>The agent may use</legend>
        {accounts.map((account) => (
          <CheckField
            key={account.id}
            label={`${accountTitle(account)}${account.account === null ? "" : ` (${account.account})`}`}
            isChecked={chosen.includes(account.id)}
            onChange={(isChosen) => choose(account.id, isChosen)}
          />
        ))}
      </fieldset>
    </details>
  );
}

async function loadAccounts(signal: AbortSignal) {
  if (!hasScope("credentials:read")) return [];
  const query = { limit: MAX_ACCOUNTS };
  const { data } = await service.GET("/api/v1/credentials", { params: { query }, signal });
  return data.next_cursor === null ? data.items : [];
}
