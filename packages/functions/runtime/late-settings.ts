import { type LateSecret, Secret } from "@plumbline/core/access/secret.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { readSettings, type Settings } from "@plumbline/service/settings/read-settings.ts";
import type { LambdaEnvironment } from "./invocation.ts";
import { stageSecretsOf, withStageSecrets } from "./with-stage-secrets.ts";

/** Settings whose secrets are read where they are first used. */
export type LateSettings = Omit<Settings, "search"> & {
  search: Settings["search"] | (() => Promise<Settings["search"]>);
};

/** Takes the place of a client's secret where the settings are read without it. */
const NOT_READ_YET = "not-read-yet";
const MODEL_KEY = "MODEL_API_KEY";

/**
 * Reads the settings of a function without asking Systems Manager, which a call that needs no secret never
 * waits for. Search keys, the model's key and each OAuth client's secret are read by themselves, when they
 * are first used. A read that fails is made again at the next use. Throws ConfigurationError for a wrong
 * setting.
 */
export function readLateSettings(environment: LambdaEnvironment): LateSettings {
  const names = stageSecretsOf(environment);
  const placeholders = Object.fromEntries(
    names.filter((name) => name.startsWith("OAUTH_")).map((name) => [name, NOT_READ_YET]),
  );
  const late = (settings: readonly string[]) =>
    loadOnce(() => withStageSecrets({ ...environment, STAGE_SECRETS: settings.join(",") }));
  const lateSecret = (name: string): LateSecret => {
    const read = late([name]);
    return async () => {
      const value = (await read())[name];
      return value === undefined ? undefined : new Secret(value);
    };
  };
  const { search, model, oauth, ...others } = readSettings({ ...placeholders, ...environment });
  const searchKeys = names.filter((name) => name.startsWith("SEARCH_"));
  const readSearch = late(searchKeys);
  const clients = [...oauth].map(([kind, client]) => {
    const name = `OAUTH_${kind.toUpperCase()}_CLIENT_SECRET`;
    return [kind, names.includes(name) ? { ...client, secret: lateSecret(name) } : client] as const;
  });
  return {
    ...others,
    search:
      searchKeys.length > 0
        ? async () => readSettings({ ...placeholders, ...(await readSearch()) }).search
        : search,
    model: model && names.includes(MODEL_KEY) ? { ...model, apiKey: lateSecret(MODEL_KEY) } : model,
    oauth: new Map(clients),
  };
}
