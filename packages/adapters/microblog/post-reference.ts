import { idOrLink, linkAt } from "../id-or-link.ts";

/** Where the provider shows posts, the hosts for phones among them. */
const DOMAINS = ["x.com", "twitter.com"];
const ID = /^\d{1,19}$/;
const POST_PATH = /^\/(?:i\/web|[^/]+)\/status(?:es)?\/(\d{1,19})(?:\/|$)/;

/** A post, by its id or by its link. */
export const postReference = idOrLink(
  (text) => (ID.test(text) ? text : POST_PATH.exec(linkAt(text, DOMAINS)?.pathname ?? "")?.[1]),
  "must be a post's id, which is 1 to 19 digits, or its link, such as https://x.com/name/status/123",
);
