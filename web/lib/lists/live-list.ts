import type { EventData } from "#platform/realtime/contract.ts";
import { type Api, api as pageApi, type QueryValue } from "#web/lib/api/api.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import { socket as pageSocket } from "#web/lib/socket/socket-instance.ts";
import { Collection, type Entity } from "./collection.ts";
import { PagedList } from "./paged-list.ts";
import { isPendingDelete } from "./pending-deletes.ts";

export interface LiveListOptions<Item extends Entity> {
  /** Request of a page, which returns `{ <name>, count, hasMore }`. */
  readonly path: string;
  readonly name: string;
  /** Channel of the rows' events. */
  readonly channel: string;
  /** Key of the whole record in its events; default `record`. */
  readonly record?: string;
  /** Key of the id in its delete events; default `id`. */
  readonly id?: string;
  /** The server's order. */
  readonly compare: (a: Item, b: Item) => number;
  /** Filters besides the search; a caller that changes one must load the list again. */
  readonly query?: () => Readonly<Record<string, QueryValue>>;
  /** Whether a row of an event matches the filters; default: all do. */
  readonly fits?: (item: Item) => boolean;
  readonly api?: Pick<Api, "get">;
}

/** The rows of an ordinary page: loaded page by page, searched, and updated by the events of their channel. */
export class LiveList<Item extends Entity> {
  readonly #options: LiveListOptions<Item>;
  readonly items: Collection<Item>;
  readonly list: PagedList<Item>;

  constructor(options: LiveListOptions<Item>) {
    const { path, name, record = "record", id = "id", api = pageApi } = options;
    this.#options = options;
    this.items = new Collection<Item>({ record, id });
    this.list = new PagedList<Item>({
      collection: this.items,
      compare: options.compare,
      isHidden: (id) => isPendingDelete(options.channel, id),
      fetchPage: async ({ pageNumber, searchParam, signal }) => {
        const query = { ...options.query?.(), pageNumber, searchParam };
        const page = await api.get<Record<string, unknown>>(path, { query, signal });
        return {
          items: page[name] as readonly Item[],
          hasMore: page["hasMore"] === true,
          count: Number(page["count"] ?? 0),
        };
      },
    });
  }

  /** Loads the first page and follows the events. Returns a function that stops it. */
  open(socket: LiveSocket = pageSocket): () => void {
    void this.list.reload();
    const stops = [
      socket.on(this.#options.channel, (event) => this.#apply(event)),
      socket.onResync(() => void this.list.reload()),
    ];
    return () => {
      for (const stop of stops) stop();
      this.list.reset();
      this.items.clear();
    };
  }

  /** Inserts a saved row at its position; it is shown even if it does not match the search. */
  put(item: Item): void {
    this.list.place(item);
  }

  /** Removes a row. */
  remove(id: number): void {
    this.list.drop(id);
    this.items.remove(id);
  }

  #apply(event: EventData): void {
    if (event.action === "reload") {
      this.list.refilter();
      return;
    }
    if (event.action === "delete") {
      const id = event[this.#options.id ?? "id"];
      if (typeof id === "number") this.remove(id);
      return;
    }
    if (event.action === "delete-all") {
      this.items.clear();
      this.list.refilter();
      return;
    }
    const item = event[this.#options.record ?? "record"] as Item | undefined;
    if (typeof item?.id !== "number") return;
    if (this.#options.fits?.(item) === false) {
      this.remove(item.id);
      return;
    }
    // Only the server can decide whether a new row matches the search.
    if (this.list.has(item.id)) this.put(item);
    else if (this.list.search.peek().trim() !== "") this.list.refilter();
    else if (!this.#isFurtherDown(item)) this.put(item);
  }

  /** The row belongs to a page that is not loaded yet and will be loaded with it. */
  #isFurtherDown(item: Item): boolean {
    const last = this.list.items.peek().at(-1);
    return last !== undefined && this.list.hasMore.peek() && this.#options.compare(item, last) > 0;
  }
}
