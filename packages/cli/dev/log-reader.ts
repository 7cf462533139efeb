/** Routes by which an account is connected, or given up. */
const CONNECTING: readonly string[] = [
  "POST /api/v1/credentials",
  "DELETE /api/v1/credentials/:id",
  "GET /oauth/callback",
];

export interface LogReaderOptions {
  /** Takes the lines that the user is to see. */
  show(line: string): void;
  /** Shows every line; otherwise warnings and errors alone. */
  everything: boolean;
  /** Called when an account was connected or given up. */
  connectionsChanged(): void;
}

/** Reads the service's log, a line of JSON at a time, while it is written. */
export function logReader({
  show,
  everything,
  connectionsChanged,
}: LogReaderOptions): (line: string) => void {
  return (line) => {
    const { level, event, method, route, status } = JSON.parse(line);
    if (everything || level === "warn" || level === "error") show(line);
    if (event === "request" && status < 400 && CONNECTING.includes(`${method} ${route}`))
      connectionsChanged();
  };
}
