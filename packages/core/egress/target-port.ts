/** The port of a URL or of a connection, the scheme's own (443 or 80) where it is left out. */
export function targetPort(target: { protocol: string; port: string }): number {
  if (target.port !== "") return Number(target.port);
  return target.protocol === "https:" ? 443 : 80;
}
