import { json } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";

/** Starts a receiver that records requests to any path and answers `{"ok": true}`. */
export function startWebhook(options: { port?: number } = {}): Promise<ScriptedServer> {
  return startScriptedServer({ name: "webhook", port: options.port, handle: () => json({ ok: true }) });
}
