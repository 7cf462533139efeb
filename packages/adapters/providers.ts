import { calendar } from "./calendar/provider.ts";
import { chatapp } from "./chatapp/provider.ts";
import { crm } from "./crm/provider.ts";
import type { EndpointsOf } from "./define-adapter.ts";
import { http } from "./http/provider.ts";
import { mailOauthA, mailOauthB } from "./mail/provider.ts";
import { microblog } from "./microblog/provider.ts";
import { network } from "./network/provider.ts";
import { notes } from "./notes/provider.ts";
import { rss } from "./rss/provider.ts";
import { tracker } from "./tracker/provider.ts";

/**
 * Facts about all providers, without their code. The settings, the deployment, the kinds of credentials and
 * the tables in docs/ are derived from this list.
 */
export const PROVIDERS = [
  chatapp,
  notes,
  crm,
  tracker,
  microblog,
  network,
  mailOauthA,
  mailOauthB,
  calendar,
  http,
  rss,
] as const;

/** Addresses of all providers. Only the operator can change them. Tenants and models cannot. */
export type ProviderEndpoints = EndpointsOf<(typeof PROVIDERS)[number]>;
