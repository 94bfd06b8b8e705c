import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { CockpitAnswer, CockpitCompany, CompanyState } from "#provider/cockpit/contract.ts";
import type { Api } from "#web/lib/api/api.ts";

/** The figures change at most once a minute; a backup that runs is over any moment. */
const AGAIN_MS = { seldom: 60_000, soon: 2_000 } as const;

/** The figures of the page, read when it opens and every minute while it is seen. */
export class CockpitModel {
  readonly #api: Pick<Api, "get">;
  readonly #answer = signal<CockpitAnswer | null>(null);
  readonly #error = signal<unknown>(null);

  readonly answer: ReadonlySignal<CockpitAnswer | null> = this.#answer;
  /** Why there is nothing to show; a failed refresh leaves what is there. */
  readonly error: ReadonlySignal<unknown> = this.#error;
  /** When to ask again, ms. */
  readonly againMs: ReadonlySignal<number> = computed(
    () => AGAIN_MS[this.#answer.value?.backups.state === "running" ? "soon" : "seldom"],
  );

  constructor(api: Pick<Api, "get">) {
    this.#api = api;
  }

  async load(): Promise<void> {
    try {
      this.#answer.value = await this.#api.get<CockpitAnswer>("/cockpit");
      this.#error.value = null;
    } catch (error) {
      if (this.#answer.peek() === null) this.#error.value = error;
    }
  }
}

/** The companies of one state, or all; those that use most of the disk first. */
export const shownCompanies = (
  companies: readonly CockpitCompany[],
  state: CompanyState | "all",
): readonly CockpitCompany[] =>
  companies
    .filter((company) => state === "all" || company.state === state)
    .toSorted((a, b) => b.diskBytes - a.diskBytes || a.id - b.id);
