import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { CockpitAnswer, CockpitCompany, CompanyState } from "#provider/cockpit/contract.ts";
import type { NumbersAnswer } from "#provider/cockpit/numbers/contract.ts";
import type { Api } from "#web/lib/api/api.ts";

/** The figures change at most once a minute; a running backup may end at any moment. */
const AGAIN_MS = { seldom: 60_000, soon: 2_000 } as const;

/** The figures of the page, loaded when it opens and every minute while it is visible. */
export class CockpitModel {
  readonly #api: Pick<Api, "get">;
  readonly #answer = signal<CockpitAnswer | null>(null);
  readonly #error = signal<unknown>(null);
  readonly #numbers = signal<NumbersAnswer | null>(null);
  readonly #numbersError = signal<unknown>(null);

  readonly answer: ReadonlySignal<CockpitAnswer | null> = this.#answer;
  /** Error of the first load; a failed refresh keeps the figures. */
  readonly error: ReadonlySignal<unknown> = this.#error;
  readonly numbers: ReadonlySignal<NumbersAnswer | null> = this.#numbers;
  /** As `error`, for the restricted numbers: their error hides no other figure. */
  readonly numbersError: ReadonlySignal<unknown> = this.#numbersError;
  /** Delay until the next request, ms. */
  readonly againMs: ReadonlySignal<number> = computed(
    () => AGAIN_MS[this.#answer.value?.backups.state === "running" ? "soon" : "seldom"],
  );

  constructor(api: Pick<Api, "get">) {
    this.#api = api;
  }

  async load(): Promise<void> {
    await Promise.all([this.#loadFigures(), this.loadNumbers()]);
  }

  async loadNumbers(): Promise<void> {
    try {
      this.#numbers.value = await this.#api.get<NumbersAnswer>("/cockpit/numbers");
      this.#numbersError.value = null;
    } catch (error) {
      if (this.#numbers.peek() === null) this.#numbersError.value = error;
    }
  }

  async #loadFigures(): Promise<void> {
    try {
      this.#answer.value = await this.#api.get<CockpitAnswer>("/cockpit");
      this.#error.value = null;
    } catch (error) {
      if (this.#answer.peek() === null) this.#error.value = error;
    }
  }
}

/** The companies of one state, or all; highest disk usage first. */
export const shownCompanies = (
  companies: readonly CockpitCompany[],
  state: CompanyState | "all",
): readonly CockpitCompany[] =>
  companies
    .filter((company) => state === "all" || company.state === state)
    .toSorted((a, b) => b.diskBytes - a.diskBytes || a.id - b.id);
