/** A field of a selection, with variables replaced by their values. */
export interface SelectedField {
  readonly alias: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly selection: readonly Selected[];
}

/** A field, a named fragment, or the content of an inline fragment. */
export type Selected = SelectedField | { readonly spread: string } | { readonly inline: readonly Selected[] };

/** The first operation of a document and the fragments that it may use. */
export interface GraphqlDocument {
  readonly operation: "query" | "mutation";
  readonly selection: readonly Selected[];
  readonly fragments: ReadonlyMap<string, readonly Selected[]>;
}

const TOKEN = /#[^\n]*|"(?:\\.|[^"\\\n])*"|\.{3}|[A-Za-z_]\w*|-?\d+(?:\.\d+)?|[!$():=@[\]{}|]/g;

/**
 * Parses the subset of GraphQL that clients of the tracker send: operations, fragments, aliases, arguments,
 * `@include` and `@skip`. Does not check types. Throws `SyntaxError` for anything else.
 */
export function readDocument(text: string, variables: Readonly<Record<string, unknown>>): GraphqlDocument {
  return new Reader(text, variables).document();
}

class Reader {
  readonly #tokens: readonly string[];
  readonly #variables: Readonly<Record<string, unknown>>;
  #at = 0;

  constructor(text: string, variables: Readonly<Record<string, unknown>>) {
    this.#tokens = [...text.matchAll(TOKEN)]
      .map(([token]) => token)
      .filter((token) => !token.startsWith("#"));
    this.#variables = variables;
  }

  document(): GraphqlDocument {
    const fragments = new Map<string, readonly Selected[]>();
    let first: Pick<GraphqlDocument, "operation" | "selection"> | undefined;
    while (this.#at < this.#tokens.length) {
      if (this.#accept("fragment")) {
        const name = this.#next();
        this.#skipHead();
        fragments.set(name, this.#selection());
        continue;
      }
      const operation = this.#accept("mutation") ? "mutation" : "query";
      this.#skipHead();
      const selection = this.#selection();
      first ??= { operation, selection };
    }
    if (first === undefined) throw new SyntaxError("the document holds no operation");
    return { ...first, fragments };
  }

  #selection(): Selected[] {
    this.#expect("{");
    const selected: Selected[] = [];
    while (!this.#accept("}")) selected.push(...this.#selected());
    return selected;
  }

  #selected(): Selected[] {
    if (this.#accept("...")) {
      if (!this.#accept("on")) return [{ spread: this.#next() }];
      this.#next();
      return [{ inline: this.#selection() }];
    }
    const alias = this.#next();
    const name = this.#accept(":") ? this.#next() : alias;
    const args = this.#arguments();
    const wanted = this.#directives();
    const selection = this.#peek() === "{" ? this.#selection() : [];
    return wanted ? [{ alias, name, arguments: args, selection }] : [];
  }

  #arguments(): Record<string, unknown> {
    return this.#accept("(") ? this.#entries(")") : {};
  }

  #directives(): boolean {
    let wanted = true;
    while (this.#accept("@")) {
      const name = this.#next();
      const { if: condition } = this.#arguments();
      wanted &&= name === "skip" ? condition !== true : name !== "include" || condition === true;
    }
    return wanted;
  }

  #entries(end: string): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    while (!this.#accept(end)) {
      const name = this.#next();
      this.#expect(":");
      const value = this.#value();
      if (value !== undefined) entries.push([name, value]);
    }
    return Object.fromEntries(entries);
  }

  #value(): unknown {
    const token = this.#next();
    if (token === "$") return this.#variables[this.#next()];
    if (token === "{") return this.#entries("}");
    if (token === "[") {
      const values: unknown[] = [];
      while (!this.#accept("]")) values.push(this.#value());
      return values;
    }
    const isJson = /^["\d-]/.test(token) || token === "true" || token === "false" || token === "null";
    return isJson ? JSON.parse(token) : token;
  }

  /** Skips name, variable definitions and type condition: everything before the selection. */
  #skipHead(): void {
    while (this.#peek() !== "{") {
      const end = this.#next() === "(" ? ")" : undefined;
      while (end !== undefined && this.#next() !== end);
    }
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #accept(token: string): boolean {
    if (this.#peek() !== token) return false;
    this.#at += 1;
    return true;
  }

  #expect(token: string): void {
    const found = this.#next();
    if (found !== token) throw new SyntaxError(`Syntax Error: Expected "${token}", found "${found}".`);
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new SyntaxError("Syntax Error: Unexpected <EOF>.");
    this.#at += 1;
    return token;
  }
}
