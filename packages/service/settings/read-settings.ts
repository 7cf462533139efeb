import { MAIL_DEFAULTS, PROVIDER_DEFAULTS } from "@plumbline/adapters/provider-defaults.ts";
import type { ProviderEndpoints } from "@plumbline/adapters/provider-endpoints.ts";
import type { ModelSettings } from "@plumbline/agent/model/configured-model.ts";
import { DEFAULT_LONGEST_WAIT_SECONDS } from "@plumbline/core/dispatch/retry-policy.ts";
import type { EgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";
import { LOG_LEVELS, type LogLevel } from "@plumbline/core/log/logger.ts";
import type { SearchSettings } from "@plumbline/grounding";
import * as z from "zod";
import { incompleteModel, modelOf, modelVariables } from "./model-settings.ts";
import { refusalOf } from "./refused-settings.ts";
import {
  apiKey,
  baseUrl,
  egressAllow,
  hostName,
  onOrOff,
  origins,
  port,
  remotePort,
  wholeNumber,
} from "./setting-values.ts";

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the operator decided, checked. Keys are Secrets, URLs stay as they were written. */
export interface Settings {
  stage: string;
  host: string;
  /** 0 lets the system choose. */
  port: number;
  /** `undefined`: the address the server listens on. */
  publicUrl: string | undefined;
  dataDir: string;
  logLevel: LogLevel;
  corsOrigins: readonly string[];
  search: SearchSettings;
  /** `undefined`: no model. */
  model: ModelSettings | undefined;
  providers: ProviderEndpoints;
  egressAllow: EgressAllow;
  extraCaFile: string | undefined;
  longestWaitSeconds: number;
  watches: { eventDays: number; mostPerTenant: number };
}

type DefaultedSetting = Extract<(typeof PROVIDER_DEFAULTS)[number], { baseUrl: string }>["setting"];

const environmentSchema = z.object({
  STAGE: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/, "must be a short lower-case name such as prod")
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
  SEARCH_A_API_KEY: apiKey.optional(),
  SEARCH_A_BASE_URL: providerUrl("SEARCH_A_BASE_URL"),
  SEARCH_B_API_KEY: apiKey.optional(),
  SEARCH_B_BASE_URL: providerUrl("SEARCH_B_BASE_URL"),
  SEARCH_C_INSTANCE_URL: baseUrl.optional(),
  ALLOW_HTML_SEARCH_FALLBACK: onOrOff.default(false),
  SEARCH_D_BASE_URL: providerUrl("SEARCH_D_BASE_URL"),
  CHATAPP_BASE_URL: providerUrl("CHATAPP_BASE_URL"),
  NOTES_BASE_URL: providerUrl("NOTES_BASE_URL"),
  CRM_BASE_URL: providerUrl("CRM_BASE_URL"),
  TRACKER_BASE_URL: providerUrl("TRACKER_BASE_URL"),
  MICROBLOG_BASE_URL: providerUrl("MICROBLOG_BASE_URL"),
  MICROBLOG_UPLOAD_BASE_URL: providerUrl("MICROBLOG_UPLOAD_BASE_URL"),
  NETWORK_BASE_URL: providerUrl("NETWORK_BASE_URL"),
  CALENDAR_BASE_URL: providerUrl("CALENDAR_BASE_URL"),
  ...mailServer("MAIL_OAUTH_A_SMTP"),
  ...mailServer("MAIL_OAUTH_A_IMAP"),
  ...mailServer("MAIL_OAUTH_B_SMTP"),
  ...mailServer("MAIL_OAUTH_B_IMAP"),
  ...modelVariables,
  EGRESS_ALLOW: egressAllow.prefault(""),
  EXTRA_CA_FILE: z.string().optional(),
  LONGEST_WAIT_SECONDS: wholeNumber(1, 3_600).default(DEFAULT_LONGEST_WAIT_SECONDS),
  WATCH_EVENT_DAYS: wholeNumber(1, 3_650).default(90),
  WATCHES_PER_TENANT: wholeNumber(1, 100_000).default(1_000),
});

const KNOWN: ReadonlySet<string> = new Set(Object.keys(environmentSchema.shape));

/**
 * Reads the settings from an environment; an empty value counts as unset. Throws one ConfigurationError that names every
 * wrong setting and says what would be right, and never repeats a value, which may be a key put in the wrong place.
 */
export function readSettings(environment: Environment): Settings {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const refused = Object.keys(set).flatMap((name) => {
    const refusal = refusalOf(name, KNOWN);
    return refusal === undefined ? [] : [`${name} ${refusal}`];
  });
  const parsed = environmentSchema.safeParse(set);
  const wrong = [
    ...(parsed.error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? []),
    ...incompleteModel(set),
  ];
  if (!parsed.success || wrong.length > 0 || refused.length > 0) {
    throw new ConfigurationError(["The settings are wrong:", ...wrong, ...refused].join("\n  "));
  }
  return settingsOf(parsed.data);
}

function settingsOf(values: z.infer<typeof environmentSchema>): Settings {
  return {
    stage: values.STAGE,
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    dataDir: values.DATA_DIR,
    logLevel: values.LOG_LEVEL,
    corsOrigins: values.CORS_ORIGINS,
    search: {
      a: values.SEARCH_A_API_KEY && { apiKey: values.SEARCH_A_API_KEY, baseUrl: values.SEARCH_A_BASE_URL },
      b: values.SEARCH_B_API_KEY && { apiKey: values.SEARCH_B_API_KEY, baseUrl: values.SEARCH_B_BASE_URL },
      c:
        values.SEARCH_C_INSTANCE_URL === undefined
          ? undefined
          : { instanceUrl: values.SEARCH_C_INSTANCE_URL },
      d: values.ALLOW_HTML_SEARCH_FALLBACK ? { baseUrl: values.SEARCH_D_BASE_URL } : undefined,
    },
    model: modelOf(values),
    providers: {
      chatapp: { baseUrl: values.CHATAPP_BASE_URL },
      notes: { baseUrl: values.NOTES_BASE_URL },
      crm: { baseUrl: values.CRM_BASE_URL },
      tracker: { baseUrl: values.TRACKER_BASE_URL },
      microblog: { baseUrl: values.MICROBLOG_BASE_URL, uploadBaseUrl: values.MICROBLOG_UPLOAD_BASE_URL },
      network: { baseUrl: values.NETWORK_BASE_URL },
      calendar: { baseUrl: values.CALENDAR_BASE_URL },
      mail_oauth_a: {
        smtp: { host: values.MAIL_OAUTH_A_SMTP_HOST, port: values.MAIL_OAUTH_A_SMTP_PORT },
        imap: { host: values.MAIL_OAUTH_A_IMAP_HOST, port: values.MAIL_OAUTH_A_IMAP_PORT },
      },
      mail_oauth_b: {
        smtp: { host: values.MAIL_OAUTH_B_SMTP_HOST, port: values.MAIL_OAUTH_B_SMTP_PORT },
        imap: { host: values.MAIL_OAUTH_B_IMAP_HOST, port: values.MAIL_OAUTH_B_IMAP_PORT },
      },
    },
    egressAllow: values.EGRESS_ALLOW,
    extraCaFile: values.EXTRA_CA_FILE,
    longestWaitSeconds: values.LONGEST_WAIT_SECONDS,
    watches: { eventDays: values.WATCH_EVENT_DAYS, mostPerTenant: values.WATCHES_PER_TENANT },
  };
}

function providerUrl(setting: DefaultedSetting) {
  const entry = PROVIDER_DEFAULTS.find((provider) => provider.setting === setting);
  return baseUrl.default(entry?.baseUrl ?? "");
}

/** `…_HOST` and `…_PORT` of one mail server, with the provider's own as defaults. */
function mailServer<Setting extends keyof typeof MAIL_DEFAULTS>(setting: Setting) {
  const { host, port: defaultPort } = MAIL_DEFAULTS[setting];
  return {
    [`${setting}_HOST`]: hostName.default(host),
    [`${setting}_PORT`]: remotePort.default(defaultPort),
  } as { [Name in `${Setting}_HOST`]: z.ZodDefault<typeof hostName> } & {
    [Name in `${Setting}_PORT`]: z.ZodDefault<typeof remotePort>;
  };
}
