import type { CredentialKinds } from "../credentials/kinds.ts";
import { loadOnce } from "../loading/load-once.ts";
import { toModelName } from "./define-tool.ts";
import type { Tool } from "./tool.ts";

/** Tools whose code is loaded when one of them is first needed, such as those of one provider. */
export interface ToolGroup {
  /** Names of all its tools. */
  names: readonly string[];
  /** Returns its tools in the order of `names`. */
  load(): Promise<readonly Tool[]>;
}

/**
 * The registered tools. Finds a tool by either spelling of its name. Loads a group of tools when one of them
 * is first requested, because the code of all providers takes longer to load than most calls.
 */
export class ToolRegistry {
  /** Loads the group of a tool, by both spellings of its name. */
  readonly #groupOf = new Map<string, () => Promise<readonly Tool[]>>();
  readonly #groups: (() => Promise<readonly Tool[]>)[];
  /** The loaded tools, by both spellings of their names. */
  readonly #loaded = new Map<string, Tool>();
  readonly #kinds: CredentialKinds;

  /** Throws a plain Error if two tools have the same name. */
  constructor(groups: readonly ToolGroup[], kinds: CredentialKinds) {
    this.#kinds = kinds;
    this.#groups = groups.map((group) => {
      const load = loadOnce(() => this.#load(group));
      for (const name of group.names) {
        if (this.has(name) || this.has(toModelName(name))) throw new Error(`Two tools are called ${name}.`);
        this.#groupOf.set(name, load).set(toModelName(name), load);
      }
      return load;
    });
  }

  /** Returns whether there is a tool with this name. Loads nothing. */
  has(name: string): boolean {
    return this.#groupOf.has(name);
  }

  /** Rejects with a plain Error if a tool of the group requires an unknown kind or metadata. */
  async get(name: string): Promise<Tool | undefined> {
    if (!this.#loaded.has(name)) await this.#groupOf.get(name)?.();
    return this.#loaded.get(name);
  }

  /** Returns all tools in the order of their groups. Rejects like `get`. */
  async list(): Promise<readonly Tool[]> {
    return (await Promise.all(this.#groups.map((load) => load()))).flat();
  }

  async #load({ names, load }: ToolGroup): Promise<readonly Tool[]> {
    const tools = await load();
    const found = tools.map(({ name }) => name);
    if (found.join() !== names.join())
      throw new Error(`A group of the tools ${names.join(", ")} has the tools ${found.join(", ")}.`);
    for (const tool of tools) {
      const problems = tool.credential.use === "none" ? [] : this.#kinds.listProblems(tool.credential);
      if (problems.length > 0) throw new Error(`Tool ${tool.name}: ${problems.join("; ")}.`);
      this.#loaded.set(tool.name, tool).set(toModelName(tool.name), tool);
    }
    return tools;
  }
}

/** Returns a group of tools that are loaded already. */
export function groupTools(tools: readonly Tool[]): ToolGroup {
  return { names: tools.map(({ name }) => name), load: async () => tools };
}
