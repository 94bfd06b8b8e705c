import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { AnnouncementAnswer, ListedAnnouncement } from "#provider/announcements/contract.ts";
import { type Api, api as pageApi } from "#web/lib/api/api.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";
import type { AnnouncementCalls } from "./announcements-api.ts";
import { byPriority } from "./order.ts";
import type { UnreadAnnouncements } from "./unread.ts";

export interface ReadModelOptions {
  readonly calls: Pick<AnnouncementCalls, "read" | "readAll">;
  readonly unread: Pick<UnreadAnnouncements, "take">;
  readonly api?: Pick<Api, "get">;
}

/** The active announcements, with the ids of those that the user has opened. */
export class ReadModel {
  readonly #options: ReadModelOptions;
  readonly #read = signal<ReadonlySet<number>>(new Set());
  /** Ids of the announcements that the user has opened. */
  readonly read: ReadonlySignal<ReadonlySet<number>> = this.#read;
  readonly rows: LiveList<AnnouncementAnswer>;

  constructor(options: ReadModelOptions) {
    this.#options = options;
    const { api = pageApi } = options;
    this.rows = new LiveList<AnnouncementAnswer>({
      path: "/announcements",
      name: "records",
      channel: "announcement",
      compare: byPriority,
      query: () => ({ active: "true" }),
      fits: ({ status }) => status,
      api: {
        // Events do not contain the read state, so it is stored separately from the rows.
        get: async <Answer>(...asked: Parameters<Api["get"]>) => {
          const page = await api.get<Answer & { readonly records: readonly ListedAnnouncement[] }>(...asked);
          this.#add(page.records.filter(({ read }) => read).map(({ id }) => id));
          return page;
        },
      },
    });
  }

  /** Marks an announcement as read: on this page at once, on other devices after the server's event. */
  async open({ id }: AnnouncementAnswer): Promise<void> {
    if (this.#read.peek().has(id)) return;
    this.#add([id]);
    this.#options.unread.take(await this.#options.calls.read(id));
  }

  async openAll(): Promise<void> {
    this.#options.unread.take(await this.#options.calls.readAll());
    this.#add(this.rows.list.ids.peek());
  }

  #add(ids: readonly number[]): void {
    this.#read.value = new Set([...this.#read.peek(), ...ids]);
  }
}
