/** A mail server by name; TLS from the first byte on 465 and 993, STARTTLS on any other port. */
export interface MailServer {
  host: string;
  port: number;
}

/** Where each provider is reached: the operator's word, never a tenant's or a model's. */
export interface ProviderEndpoints {
  chatapp: { baseUrl: string };
  notes: { baseUrl: string };
  crm: { baseUrl: string };
  /** The whole URL of the GraphQL endpoint. */
  tracker: { baseUrl: string };
  microblog: { baseUrl: string; uploadBaseUrl: string };
  network: { baseUrl: string };
  calendar: { baseUrl: string };
  mail_oauth_a: { smtp: MailServer; imap: MailServer };
  mail_oauth_b: { smtp: MailServer; imap: MailServer };
}
