import type { Tool } from "./tool.ts";

/** Model providers and MCP refuse `:` in a tool name; to them it is spelled `__`. */
export function modelName(name: string): string {
  return name.replace(":", "__");
}

/** The tools there are. Both spellings of a name are found. */
export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();
  readonly #byModelName = new Map<string, Tool>();

  /** Throws when two tools would answer to the same name. */
  constructor(tools: readonly Tool[]) {
    for (const tool of tools) {
      if (this.get(tool.name) || this.#byModelName.has(modelName(tool.name))) {
        throw new Error(`Two tools are called ${tool.name}.`);
      }
      this.#tools.set(tool.name, tool);
      this.#byModelName.set(modelName(tool.name), tool);
    }
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name) ?? this.#byModelName.get(name);
  }

  /** In the order they were registered. */
  list(): readonly Tool[] {
    return [...this.#tools.values()];
  }
}
