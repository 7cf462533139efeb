/** The steps of one call that are done, by name: a later attempt takes up where the last one stopped. */
export class Steps {
  readonly #done = new Map<string, unknown>();

  async once<Result>(step: string, run: () => Promise<Result>): Promise<Result> {
    // A name stands for one piece of code of one tool, so what is kept under it is of that code's type.
    if (this.#done.has(step)) return this.#done.get(step) as Result;
    const result = await run();
    this.#done.set(step, result);
    return result;
  }
}
