import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { OwnSession } from "#accounts/auth/contract.ts";
import type { ListState } from "#web/lib/lists/paged-list.ts";
import type { UserCalls } from "./users-api.ts";

/** The login sessions of the user. */
export class SessionsModel {
  readonly #calls: Pick<UserCalls, "sessions" | "endSession" | "endOtherSessions">;
  readonly #list = signal<readonly OwnSession[]>([]);
  readonly #state = signal<ListState>("idle");
  readonly #error = signal<unknown>(null);

  readonly list: ReadonlySignal<readonly OwnSession[]> = this.#list;
  readonly state: ReadonlySignal<ListState> = this.#state;
  readonly error: ReadonlySignal<unknown> = this.#error;

  constructor(calls: Pick<UserCalls, "sessions" | "endSession" | "endOtherSessions">) {
    this.#calls = calls;
  }

  async load(): Promise<void> {
    if (this.#state.peek() !== "ready") this.#state.value = "loading";
    try {
      const found = await this.#calls.sessions();
      // The present login session first.
      this.#list.value = [...found].sort((a, b) => Number(b.current) - Number(a.current));
      this.#state.value = "ready";
    } catch (error) {
      this.#error.value = error;
      this.#state.value = "error";
    }
  }

  /** Ends another login session. Throws ApiError. */
  async end(id: number): Promise<void> {
    await this.#calls.endSession(id);
    this.#list.value = this.#list.peek().filter((session) => session.id !== id);
  }

  async endOthers(): Promise<void> {
    await this.#calls.endOtherSessions();
    this.#list.value = this.#list.peek().filter(({ current }) => current);
  }
}
