import { AdapterValidationError } from "../errors/adapter-error.ts";
import { parsedUrl } from "../text/parsed-url.ts";
import type { EgressAllow } from "./egress-allow.ts";
import { blockedHost } from "./host-rules.ts";
import { targetPort } from "./target-port.ts";

/**
 * The URL of a destination that a tenant or a model chose: http or https, any port, no user name or password, a public
 * name or address. Everything is decided on the parsed URL, which turns `http://0x7f.1` into 127.0.0.1, and that URL is what
 * must be sent. What a name resolves to is not asked here: the guarded connector decides that when it connects.
 *
 * `what` names the argument in the message. Throws AdapterValidationError.
 */
export function parseDestination(text: string, allow: EgressAllow, what = "url"): URL {
  const url = parsedUrl(text);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new AdapterValidationError(
      `${what} must be an absolute http or https URL, such as https://example.com/hook.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new AdapterValidationError(`${what} must not contain a user name or a password.`);
  }
  if (blockedHost(url.hostname.replace(/[[\]]/g, ""), targetPort(url), allow)) {
    throw new AdapterValidationError(
      `${what} must name a public host: internal names and private, loopback, link-local and reserved addresses are refused.`,
      { providerCode: "blocked_destination" },
    );
  }
  return url;
}
