import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import type { MailAccount } from "./mail-account.ts";

/** The mail server and the login, as a preview tells them. Throws AdapterValidationError for a host that the guard refuses by its name. */
export function plannedServer(account: MailAccount, socketOptions: SocketOptionsFor) {
  const { host, port } = socketOptions(account, account.hostField);
  const { implicitTls, user, login } = account;
  return { host, port, security: implicitTls ? "tls" : "starttls", username: user, login: login.type };
}
