import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { FirstStepsAnswer, Step } from "#operations/first-steps/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";

/** State of the first steps, as the panel shows it. */
export class FirstStepsModel {
  readonly #api: Pick<Api, "get" | "put">;
  readonly #answer = signal<FirstStepsAnswer | null>(null);
  readonly #celebrates = signal(false);
  readonly answer: ReadonlySignal<FirstStepsAnswer | null> = this.#answer;
  /** The last step was completed while the panel was visible. */
  readonly celebrates: ReadonlySignal<boolean> = this.#celebrates;
  readonly doneCount = computed(() => this.#answer.value?.steps.filter(({ done }) => done).length ?? 0);
  /** The current step. */
  readonly next: ReadonlySignal<Step | null> = computed(
    () => this.#answer.value?.steps.find(({ done }) => !done)?.id ?? null,
  );

  constructor(api: Pick<Api, "get" | "put">) {
    this.#api = api;
  }

  /** A failed load shows no error: the first steps stay hidden. */
  async load(): Promise<void> {
    const answer = await this.#api.get<FirstStepsAnswer>("/first-steps").catch(() => null);
    if (answer) this.#answer.value = answer;
  }

  /** Hides the first steps, or shows them again. Throws ApiError. */
  async hide(hidden: boolean): Promise<void> {
    this.#answer.value = await this.#api.put<FirstStepsAnswer>("/first-steps", { hidden });
  }

  endCelebration(): void {
    this.#celebrates.value = false;
  }

  listen(socket: Pick<LiveSocket, "on">): () => void {
    return socket.on("first-steps", ({ record }) => {
      const told = record as FirstStepsAnswer;
      if (told.state === "done" && this.#answer.peek()?.state === "shown") this.#celebrates.value = true;
      this.#answer.value = told;
    });
  }
}
