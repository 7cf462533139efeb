import type { ProviderEndpoints } from "@plumbline/adapters/provider-endpoints.ts";

const baseUrl = "http://provider.invalid";
const mailServer = { host: "mail.invalid", port: 993 };
/** Endpoints that resolve to nothing, for tests that have no business with a provider. */
export const unreachableProviders: ProviderEndpoints = {
  chatapp: { baseUrl },
  notes: { baseUrl },
  crm: { baseUrl },
  tracker: { baseUrl },
  microblog: { baseUrl, uploadBaseUrl: baseUrl },
  network: { baseUrl },
  calendar: { baseUrl },
  mail_oauth_a: { smtp: mailServer, imap: mailServer },
  mail_oauth_b: { smtp: mailServer, imap: mailServer },
};
