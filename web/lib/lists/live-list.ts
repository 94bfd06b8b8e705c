import type { EventData } from "#platform/realtime/contract.ts";
import { type Api, api as pageApi, type QueryValue } from "#web/lib/api/api.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import { socket as pageSocket } from "#web/lib/socket/socket-instance.ts";
import { Collection, type Entity } from "./collection.ts";
import { PagedList } from "./paged-list.ts";
import { isPendingDelete } from "./pending-deletes.ts";

export interface LiveListOptions<Item extends Entity> {
  /** The list call, answering `{ <name>, count, hasMore }`. */
  readonly path: string;
  readonly name: string;
  /** Channel that tells of the rows. */
  readonly channel: string;
  /** Key of the whole record in its events; `record` unless told otherwise. */
  readonly record?: string;
  /** Key of the id in its delete events; `id` unless told otherwise. */
  readonly id?: string;
  /** The order the server answers in. */
  readonly compare: (a: Item, b: Item) => number;
  /** Filters beside the search; whoever changes one reads the list again. */
  readonly query?: () => Readonly<Record<string, QueryValue>>;
  /** Whether a row of an event belongs to what the filters show; all do when left out. */
  readonly fits?: (item: Item) => boolean;
  readonly api?: Pick<Api, "get">;
}

/** The rows of an ordinary page: read page by page, searched, and kept right by the events of their channel. */
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

  /** Reads the first page and follows the events while the page is open. Answers how to stop. */
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

  /** Puts a row that was just saved where it belongs; it is seen even when the search would not find it. */
  put(item: Item): void {
    this.list.place(item);
  }

  /** Takes a row away. */
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
    // Whether a row that is new here fits the search is known to the server alone.
    if (this.list.has(item.id)) this.put(item);
    else if (this.list.search.peek().trim() !== "") this.list.refilter();
    else if (!this.#isFurtherDown(item)) this.put(item);
  }

  /** Its page has not been read yet: it comes with it. */
  #isFurtherDown(item: Item): boolean {
    const last = this.list.items.peek().at(-1);
    return last !== undefined && this.list.hasMore.peek() && this.#options.compare(item, last) > 0;
  }
}
