import { batch, signal } from "@preact/signals-react";
import type { FillAnswer } from "#outreach/contact-lists/contract.ts";
import type { ListCalls } from "#web/outreach/contact-lists/lists-api.ts";

/** Conditions of the dialog; days as `YYYY-MM-DD`, "" = none. */
export interface Conditions {
  readonly tagIds: readonly number[];
  readonly queueIds: readonly number[];
  readonly email: "any" | "yes" | "no";
  readonly createdFrom: string;
  readonly createdTo: string;
  readonly lastAttendanceFrom: string;
  readonly lastAttendanceTo: string;
}
const NONE: Conditions = {
  tagIds: [],
  queueIds: [],
  email: "any",
  createdFrom: "",
  createdTo: "",
  lastAttendanceFrom: "",
  lastAttendanceTo: "",
};
/** Delay between the last change and the count, ms. */
const COUNT_DELAY_MS = 400;

/** Conditions for filling a list, with a live count of the matching contacts. */
export class FillModel {
  readonly #listId: number;
  readonly #calls: Pick<ListCalls, "fill">;
  readonly #onFailure: (error: unknown) => void;
  readonly conditions = signal<Conditions>(NONE);
  readonly counted = signal<FillAnswer | null>(null);
  readonly isBusy = signal(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(listId: number, calls: Pick<ListCalls, "fill">, onFailure: (error: unknown) => void) {
    this.#listId = listId;
    this.#calls = calls;
    this.#onFailure = onFailure;
  }

  change(part: Partial<Conditions>): void {
    this.conditions.value = { ...this.conditions.peek(), ...part };
    this.counted.value = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.count(), COUNT_DELAY_MS);
  }

  /** Counts the matches; writes nothing. */
  async count(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    try {
      const counted = await this.#calls.fill(this.#listId, { ...this.#body(), dryRun: true });
      if (turn === this.#turn) this.counted.value = counted;
    } catch (error) {
      if (turn === this.#turn) this.#onFailure(error);
    }
  }

  /** Adds the matches to the list; null on failure. */
  async start(): Promise<FillAnswer | null> {
    this.isBusy.value = true;
    try {
      return await this.#calls.fill(this.#listId, this.#body());
    } catch (error) {
      this.#onFailure(error);
      return null;
    } finally {
      batch(() => {
        this.isBusy.value = false;
      });
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
  }

  #body() {
    const { email, tagIds, queueIds, ...days } = this.conditions.peek();
    const mail = email === "any" ? {} : { hasEmail: email === "yes" };
    return { ...days, tagIds: [...tagIds], queueIds: [...queueIds], ...mail };
  }
}
