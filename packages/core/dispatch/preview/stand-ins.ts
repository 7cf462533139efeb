/** Values that previews made up where a tool insists on a form, and the placeholders to show for them. */
export class StandIns {
  readonly #placeholders = new Map<string, string>();
  readonly #files: Buffer[] = [];

  learn(placeholders: Readonly<Record<string, string>>): void {
    for (const [value, placeholder] of Object.entries(placeholders))
      this.#placeholders.set(value, placeholder);
  }

  /** A file that was made up in place of one nobody fetched. */
  learnFile(file: Buffer): void {
    this.#files.push(file);
  }

  /** Bytes of a body, or a placeholder where a made-up file is in it. */
  bytes(body: Buffer): number | string {
    return this.#files.some((file) => body.includes(file)) ? "<bytes of it with the file>" : body.length;
  }

  /** A URL with the placeholders as whole parts of its path or query. */
  inUrl(url: string): string {
    if (this.#placeholders.size === 0) return url;
    return url
      .split(/([/?&=])/)
      .map((part) => this.#placeholders.get(part) ?? part)
      .join("");
  }

  /** JSON with the placeholders in place of whole texts and numbers. */
  inJson(value: unknown): unknown {
    if (this.#placeholders.size === 0) return value;
    if (typeof value === "string" || typeof value === "number")
      return this.#placeholders.get(String(value)) ?? value;
    if (Array.isArray(value)) return value.map((item) => this.inJson(item));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, this.inJson(field)]));
  }
}
