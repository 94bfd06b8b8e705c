import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { UserAnswer } from "#accounts/users/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { PagedList } from "#web/lib/lists/paged-list.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import type { UserCalls } from "./users-api.ts";

const byName = (a: UserAnswer, b: UserAnswer) => a.name.localeCompare(b.name) || a.id - b.id;

/** The company's users page by page, updated by the events of the channel `user`. */
export class UsersModel {
  readonly items = new Collection<UserAnswer>({ record: "user", id: "userId" });
  readonly list: PagedList<UserAnswer>;
  readonly #total = signal<number | null>(null);
  /** Number of all users of the company, regardless of the search; null until loaded. */
  readonly total: ReadonlySignal<number | null> = this.#total;

  constructor(calls: Pick<UserCalls, "page">) {
    this.list = new PagedList<UserAnswer>({
      collection: this.items,
      compare: byName,
      fetchPage: async (request) => {
        const page = await calls.page(request);
        if (request.searchParam === "") this.#total.value = page.count ?? null;
        return page;
      },
    });
  }

  /** Follows the events. Returns a function that stops it. */
  listen(socket: LiveSocket): () => void {
    const stops = [
      socket.on("user", (event) => this.#heard(event)),
      socket.onResync(() => void this.list.reload()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Adds a user who was just saved on this page: the response may arrive before the event. */
  saved(user: UserAnswer, isNew: boolean): void {
    if (!isNew) this.#changed(user);
    else if (!this.items.peek(user.id)) this.#added(user);
  }

  /** Removes a deleted user. */
  removed(id: number): void {
    if (this.items.peek(id)) this.#count(-1);
    this.items.remove(id);
    this.list.drop(id);
  }

  #heard(event: EventData): void {
    if (event.action === "reload") {
      void this.list.reload();
      return;
    }
    const id = event["userId"];
    if (event.action === "delete" && typeof id === "number") this.removed(id);
    const user = event["user"] as UserAnswer | undefined;
    // Viewers with fewer permissions get a short record, which lacks fields that this page shows.
    if (typeof user?.id !== "number" || typeof user.email !== "string") return;
    if (event.action === "create" && !this.items.peek(user.id)) this.#added(user);
    else if (event.action === "update" || event.action === "create") this.#changed(user);
  }

  #added(user: UserAnswer): void {
    this.#count(1);
    if (this.list.search.peek().trim() === "") this.list.place(user);
    else this.list.refilter();
  }

  #changed(user: UserAnswer): void {
    const known = this.items.peek(user.id);
    if (!known) return;
    // A changed name changes the position in the list.
    if (known.name !== user.name && this.list.has(user.id)) this.list.place(user);
    else this.items.upsert(user);
  }

  #count(by: number): void {
    const total = this.#total.peek();
    if (total !== null) this.#total.value = Math.max(0, total + by);
  }
}
