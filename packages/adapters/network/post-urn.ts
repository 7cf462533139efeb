const POST_URN = /urn:li:[A-Za-z]+:[A-Za-z0-9_-]+/;

/** The first URN in a text (`urn:li:share:7…`, `urn:li:ugcPost:7…`), which a Rest.li header may hold with its colons encoded. */
export function findPostUrn(text: string): string | undefined {
  return POST_URN.exec(text.replaceAll(/%3a/gi, ":"))?.[0];
}

/** Where people see the post. */
export function postUrl(urn: string): string {
  return `https://www.linkedin.com/feed/update/${urn}`;
}
