/** Who wants to hear of something; each is called in the order they came. */
export class Listeners<Args extends readonly unknown[]> {
  readonly #all = new Set<(...args: Args) => void>();

  /** Answers how to stop. */
  add(heard: (...args: Args) => void): () => void {
    this.#all.add(heard);
    return () => {
      this.#all.delete(heard);
    };
  }

  tell(...args: Args): void {
    for (const heard of [...this.#all]) heard(...args);
  }
}
