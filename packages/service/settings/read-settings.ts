import type { ProviderEndpoints } from "@plumbline/adapters/providers.ts";
import type { ModelSettings } from "@plumbline/agent/model/configured-model.ts";
import { MODEL_PROVIDERS } from "@plumbline/agent/model/model.ts";
import type { OAuthClients } from "@plumbline/connections/oauth-client.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { DEFAULT_LONGEST_WAIT_SECONDS } from "@plumbline/core/dispatch/retry-policy.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { DEFAULT_REQUEST_RATES } from "@plumbline/core/fairness/request-rates.ts";
import { LOG_LEVELS } from "@plumbline/core/log/logger.ts";
import * as z from "zod";
import { authVariables, listIncompleteIssuer, readIssuer } from "./auth-settings.ts";
import { endpointSchema, readEndpoints } from "./endpoint-settings.ts";
import { listIncompleteClients, oauthSchema, readOAuthClients } from "./oauth-settings.ts";
import { searchOf, searchVariables } from "./search-settings.ts";
import {
  apiKey,
  baseUrl,
  createWholeNumberSchema,
  egressAllow,
  listMissing,
  origins,
  port,
  proxyAddresses,
} from "./setting-values.ts";
import { readTracing, tracingVariables } from "./tracing-settings.ts";

const MODEL_ID = /^[\x21-\x7e]{1,200}$/;

/** A comma-separated list of models, each listed once. */
const modelIds = z
  .string()
  .transform((text) => text.split(",").map((id) => id.trim()))
  .refine(
    (ids) => ids.every((id) => MODEL_ID.test(id)) && new Set(ids).size === ids.length,
    "must be a comma-separated list of the provider's names of models, each listed once",
  );

const modelVariables = {
  MODEL_PROVIDER: z
    .enum(MODEL_PROVIDERS, { error: `must be one of ${MODEL_PROVIDERS.join(", ")}` })
    .optional(),
  MODEL_ID: z.string().regex(MODEL_ID, "must be the provider's name of the model, without spaces").optional(),
  MODEL_CHOICES: modelIds.optional(),
  MODEL_BASE_URL: baseUrl.optional(),
  MODEL_API_KEY: apiKey.optional(),
  /** Who chooses among the sentences that research finds: the configured model, or only the rules. */
  READER: z.enum(["model", "off"], { error: "must be model or off" }).optional(),
};

const schema = z.object(modelVariables);

/** Returns the configured model, or `undefined` if it is not configured. */
function readModel(values: z.infer<typeof schema>): ModelSettings | undefined {
  const { MODEL_PROVIDER: provider, MODEL_ID: id, MODEL_CHOICES: choices } = values;
  const { MODEL_BASE_URL: baseUrl, MODEL_API_KEY: apiKey } = values;
  return provider === undefined || id === undefined ? undefined : { provider, id, choices, baseUrl, apiKey };
}

/** Reports a default model that is also listed as a choice. */
function listRepeatedModel({ MODEL_ID: id = "", MODEL_CHOICES: choices }: z.infer<typeof schema>): string[] {
  return choices?.includes(id) ? ["MODEL_CHOICES must not list MODEL_ID, which is always a choice"] : [];
}

/** Describes which required variables of the model are missing. `READER=off` needs no model. */
function listMissingModel(set: Readonly<Record<string, unknown>>): string[] {
  const given = Object.keys(modelVariables).filter(
    (name) => set[name] !== undefined && !(name === "READER" && set[name] === "off"),
  );
  return listMissing(given, ["MODEL_PROVIDER", "MODEL_ID"]);
}

/** Environment variables in the form of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The operator's validated settings. Keys are Secrets; URLs are unchanged. */
export type Settings = ReturnType<typeof toSettings>;

const environmentSchema = z.object({
  STAGE: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/, "must be a short lowercase name such as prod")
    .default("local"),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "must be an address or host name without a port")
    .default("127.0.0.1"),
  PORT: port.default(8787),
  PUBLIC_URL: baseUrl.optional(),
  DATA_DIR: z.string().default(".plumbline"),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(", ")}` }).default("info"),
  CORS_ORIGINS: origins.default([]),
  ...searchVariables,
  ...modelVariables,
  ...authVariables,
  EGRESS_ALLOW: egressAllow.prefault(""),
  EXTRA_CA_FILE: z.string().optional(),
  LONGEST_WAIT_SECONDS: createWholeNumberSchema(1, 3_600).default(DEFAULT_LONGEST_WAIT_SECONDS),
  STOP_SECONDS: createWholeNumberSchema(1, 3_600).default(10),
  WATCH_EVENT_DAYS: createWholeNumberSchema(1, 3_650).default(90),
  WATCHES_PER_TENANT: createWholeNumberSchema(1, 100_000).default(1_000),
  CALL_DAYS: createWholeNumberSchema(0, 3_650).default(30),
  CONVERSATION_HOURS: createWholeNumberSchema(1, 8_760).default(24),
  CHAT_DAYS: createWholeNumberSchema(0, 3_650).default(30),
  REQUESTS_PER_MINUTE: createWholeNumberSchema(1, 1_000_000).default(DEFAULT_REQUEST_RATES.perTenant),
  ANONYMOUS_REQUESTS_PER_MINUTE: createWholeNumberSchema(1, 1_000_000).default(
    DEFAULT_REQUEST_RATES.perAddress,
  ),
  RUNS_PER_TENANT: createWholeNumberSchema(1, 10_000).default(DEFAULT_REQUEST_RATES.runsPerTenant),
  TRUSTED_PROXIES: proxyAddresses.prefault(""),
  ...tracingVariables,
});

const KNOWN: ReadonlySet<string> = new Set([
  ...Object.keys(environmentSchema.shape),
  ...Object.keys(endpointSchema.shape),
  ...Object.keys(oauthSchema.shape),
]);

/** A setting that this service knows. */
export interface KnownSetting {
  name: string;
  /** Default value as text, or "" without a default. */
  byDefault: string;
  /** True if its value is a Secret. */
  isSecret: boolean;
}

/** Lists all settings, in the order of the schemas. */
export function listKnownSettings(): KnownSetting[] {
  const schemas = [environmentSchema, endpointSchema, oauthSchema];
  return schemas.flatMap((schema) => {
    const values: Readonly<Record<string, unknown>> = schema.parse({});
    return Object.entries(schema.shape).map(([name, setting]) => {
      const value = values[name];
      const byDefault = typeof value === "string" || typeof value === "number" ? String(value) : "";
      return { name, byDefault, isSecret: setting.safeParse("probe").data instanceof Secret };
    });
  });
}

/**
 * Reads the settings from an environment. Empty values count as unset. Throws one ConfigurationError that
 * lists every invalid setting and what is expected. It never contains a value, which may be a misplaced key.
 */
export function readSettings(environment: Environment): Settings {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const refused = Object.keys(set).flatMap((name) => {
    const refusal = explainRefusedSetting(name);
    return refusal === undefined ? [] : [`${name} ${refusal}`];
  });
  const parsed = environmentSchema.safeParse(set);
  const endpoints = endpointSchema.safeParse(set);
  const oauth = oauthSchema.safeParse(set);
  const issues = [parsed, endpoints, oauth].flatMap(({ error }) => error?.issues ?? []);
  const wrong = [
    ...issues.map(({ path, message }) => `${path.join(".")} ${message}`),
    ...listMissingModel(set),
    ...listRepeatedModel(parsed.data ?? {}),
    ...listIncompleteIssuer(set),
    ...listIncompleteClients(set),
  ];
  if (!parsed.success || !endpoints.success || !oauth.success || wrong.length > 0 || refused.length > 0) {
    throw new ConfigurationError(["The settings are invalid:", ...wrong, ...refused].join("\n  "));
  }
  const { data } = parsed;
  return toSettings(data, { providers: readEndpoints(endpoints.data), oauth: readOAuthClients(oauth.data) });
}

function toSettings(
  values: z.infer<typeof environmentSchema>,
  ofProviders: { providers: ProviderEndpoints; oauth: OAuthClients },
) {
  return {
    /**
     * `oauth`: the operator's OAuth clients at the providers, to connect accounts and renew their tokens.
     */
    ...ofProviders,
    stage: values.STAGE,
    host: values.HOST,
    /** 0 lets the system choose. */
    port: values.PORT,
    /** If `undefined`, the address on which the server listens. */
    publicUrl: values.PUBLIC_URL,
    dataDir: values.DATA_DIR,
    logLevel: values.LOG_LEVEL,
    corsOrigins: values.CORS_ORIGINS as readonly string[],
    search: searchOf(values),
    /** `undefined` if it is not configured. */
    model: readModel(values),
    /** Defaults to `model` if a model is configured. */
    reader: values.READER ?? (values.MODEL_PROVIDER === undefined ? "off" : "model"),
    /** The OIDC issuer whose tokens callers may send. If `undefined`, only API keys are accepted. */
    issuer: readIssuer(values),
    egressAllow: values.EGRESS_ALLOW,
    extraCaFile: values.EXTRA_CA_FILE,
    longestWaitSeconds: values.LONGEST_WAIT_SECONDS,
    /** Time limit for stopping the service. */
    stopSeconds: values.STOP_SECONDS,
    watches: { eventDays: values.WATCH_EVENT_DAYS, mostPerTenant: values.WATCHES_PER_TENANT },
    /** Number of days for which the log stores calls; 0 disables the log. */
    callDays: values.CALL_DAYS,
    /** Number of hours for which a conversation is stored after its last event. */
    conversationHours: values.CONVERSATION_HOURS,
    requestRates: {
      perTenant: values.REQUESTS_PER_MINUTE,
      perAddress: values.ANONYMOUS_REQUESTS_PER_MINUTE,
      runsPerTenant: values.RUNS_PER_TENANT,
    },
    /** Number of days for which chats are stored after their last run; 0 stores none. */
    chatDays: values.CHAT_DAYS,
    /** The collector of traces, if any. */
    tracing: readTracing(values),
    /** Proxies whose `X-Forwarded-For` is trusted. */
    trustedProxies: values.TRUSTED_PROXIES,
  };
}

/**
 * Prefixes that no other program's settings have. An unknown name with such a prefix, such as `SEARCH_A_KEY`,
 * is a typo.
 */
const OUR_PREFIXES =
  /^(AUTH_(ISSUER|AUDIENCE|TENANT)|SEARCH_|EGRESS_|ALLOW_HTML|MAIL_OAUTH_|OAUTH_[A-Z_]+_(CLIENT|AUTHORIZE|TOKEN|REVOKE)_|WATCH_EVENT|WATCHES_|LONGEST_WAIT|MODEL_(PROVIDER|ID|CHOICE|BASE|API))/;

/** Explains why a setting is refused. Returns `undefined` for settings that are not ours. */
function explainRefusedSetting(name: string): string | undefined {
  if (KNOWN.has(name) || !OUR_PREFIXES.test(name)) return undefined;
  const likely = findLikeliest(name, [...KNOWN]);
  return `is not a setting${likely.length > 0 ? `; did you mean ${likely.join(" or ")}?` : ""}`;
}

/** Returns the names with the longest common prefix, if it is longer than `SEARCH_`. */
function findLikeliest(name: string, names: readonly string[]): string[] {
  const longest = Math.max(...names.map((other) => countSharedStart(other, name)));
  return longest > "SEARCH_".length ? names.filter((other) => countSharedStart(other, name) === longest) : [];
}

function countSharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
