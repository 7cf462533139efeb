import { createSecretArgument } from "@plumbline/core/tool/arguments.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { ActionContext, Idempotency, Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";

type Act = (context: ActionContext) => Promise<Record<string, unknown>> | Record<string, unknown>;

/** The world that the tools under test write to. */
export class Ledger {
  /** The provider key of every run that reached it, in order. */
  readonly providerKeys: string[] = [];
  readonly #acts: Act[] = [];

  /** Sets what the next runs do in place of an entry. */
  script(...acts: Act[]): void {
    this.#acts.push(...acts);
  }

  enter(context: ActionContext): Promise<Record<string, unknown>> | Record<string, unknown> {
    this.providerKeys.push(context.idempotencyKey);
    const act = this.#acts.shift();
    return act ? act(context) : { id: `entry ${this.providerKeys.length}` };
  }
}

/** One tool for each way in which a second try may be safe, and two more that write without any. */
export function ledgerTools(ledger: Ledger): Tool[] {
  const tool = (name: string, idempotency: Idempotency, credential: "none" | "required" = "none") =>
    defineTool({
      name,
      description: "Enters a line into the ledger, or reads one. Not for anything else.",
      input: z.object({
        line: z.string().optional(),
        password: createSecretArgument("Opens the ledger.").optional(),
      }),
      output: z.looseObject({}),
      credential: credential === "none" ? { use: "none" } : { use: "required", kinds: ["notes"] },
      effect: idempotency === "read" ? "read" : "write",
      idempotency,
      reach: { to: "provider", baseUrls: ["http://ledger.invalid"] },
      reads: "own",
      destinations: () => [],
      run: async (_input, context) => ledger.enter(context),
    });
  return [
    tool("enter", "none"),
    tool("enter:other", "none"),
    tool("enter_connected", "none", "required"),
    tool("enter_key", "key"),
    tool("enter_upsert", "upsert"),
    tool("look", "read"),
  ];
}
