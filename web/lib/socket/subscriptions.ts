import type { ClientFrame } from "#platform/realtime/contract.ts";

/** What the page has joined, counted: two parts that watch one ticket join once, and leave with the second. */
export class Joins {
  readonly #send: (frame: ClientFrame) => void;
  readonly #wanted = new Map<string, { readonly join: ClientFrame; count: number }>();

  constructor(send: (frame: ClientFrame) => void) {
    this.#send = send;
  }

  /** Joins until the answer is called. */
  add(join: ClientFrame, leave: ClientFrame): () => void {
    const key = JSON.stringify(join);
    const wanted = this.#wanted.get(key) ?? { join, count: 0 };
    wanted.count += 1;
    this.#wanted.set(key, wanted);
    if (wanted.count === 1) this.#send(join);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      wanted.count -= 1;
      if (wanted.count > 0) return;
      this.#wanted.delete(key);
      this.#send(leave);
    };
  }

  /** Tickets still watched, for the first frame of a new line. */
  watched(): number[] {
    return [...this.#wanted.values()].flatMap(({ join }) =>
      join.t === "joinChatBox" ? [join.ticketId] : [],
    );
  }

  /** Rooms joined, for the first frame of a new line: sent one by one, events between two joins would be lost. */
  rooms(): { readonly statuses: readonly string[]; readonly notification: boolean } | null {
    const joined = [...this.#wanted.values()].map(({ join }) => join);
    const statuses = joined.flatMap((join) => (join.t === "joinTickets" ? [join.status] : []));
    const notification = joined.some(({ t }) => t === "joinNotification");
    return statuses.length > 0 || notification ? { statuses, notification } : null;
  }

  /** Everything still wanted, for a new line. */
  repeat(): void {
    for (const { join } of this.#wanted.values()) this.#send(join);
  }
}
