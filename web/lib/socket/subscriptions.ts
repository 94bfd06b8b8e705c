import type { ClientFrame } from "#platform/realtime/contract.ts";

/**
 * Joined rooms and tickets with a count: two components that watch one ticket join once, and the second one to stop
 * leaves.
 */
export class Subscriptions {
  readonly #send: (frame: ClientFrame) => void;
  readonly #active = new Map<string, { readonly join: ClientFrame; count: number }>();

  constructor(send: (frame: ClientFrame) => void) {
    this.#send = send;
  }

  /** Joins a room or ticket; the returned function leaves it. */
  add(join: ClientFrame, leave: ClientFrame): () => void {
    const key = JSON.stringify(join);
    const active = this.#active.get(key) ?? { join, count: 0 };
    active.count += 1;
    this.#active.set(key, active);
    if (active.count === 1) this.#send(join);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      active.count -= 1;
      if (active.count > 0) return;
      this.#active.delete(key);
      this.#send(leave);
    };
  }

  /** Ids of the watched tickets, for the first frame of a new connection. */
  watched(): number[] {
    return [...this.#active.values()].flatMap(({ join }) =>
      join.t === "joinChatBox" ? [join.ticketId] : [],
    );
  }

  /**
   * Joined rooms, for the first frame of a new connection: if they were joined one by one, events between two joins
   * would be lost.
   */
  rooms(): { readonly statuses: readonly string[]; readonly notification: boolean } | null {
    const joined = [...this.#active.values()].map(({ join }) => join);
    const statuses = joined.flatMap((join) => (join.t === "joinTickets" ? [join.status] : []));
    const notification = joined.some(({ t }) => t === "joinNotification");
    return statuses.length > 0 || notification ? { statuses, notification } : null;
  }

  /** Sends every join again, on a new connection. */
  repeat(): void {
    for (const { join } of this.#active.values()) this.#send(join);
  }
}
