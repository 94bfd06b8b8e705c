import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { HelpAnswer } from "#provider/helps/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import { hasWords } from "#web/lib/format/typed-match.ts";
import type { ListState } from "#web/lib/lists/paged-list.ts";

/** Host of the video service that sets no cookies before the video is started. */
const PLAYER = "https://www.youtube-nocookie.com/embed/";

/** URL of the player; null for an invalid code, so that no other URL can be embedded in the page. */
export const playerAddress = (video: string): string | null =>
  /^[A-Za-z0-9_-]{5,50}$/.test(video) ? `${PLAYER}${video}?autoplay=1&rel=0` : null;

/** All videos of the provider; the search runs in the browser. */
export class HelpModel {
  readonly #api: Pick<Api, "get">;
  readonly #all = signal<readonly HelpAnswer[]>([]);
  readonly #state = signal<ListState>("idle");
  readonly #error = signal<unknown>(null);

  readonly search = signal("");
  readonly state: ReadonlySignal<ListState> = this.#state;
  readonly error: ReadonlySignal<unknown> = this.#error;
  readonly all: ReadonlySignal<readonly HelpAnswer[]> = this.#all;
  /** Videos with the search words in title or description, ignoring case and accents. */
  readonly found: ReadonlySignal<readonly HelpAnswer[]> = computed(() => {
    return this.#all.value.filter(({ title, description }) =>
      hasWords(`${title} ${description}`, this.search.value),
    );
  });

  constructor(api: Pick<Api, "get">) {
    this.#api = api;
  }

  async load(): Promise<void> {
    this.#state.value = "loading";
    try {
      this.#all.value = await this.#api.get<readonly HelpAnswer[]>("/helps/list");
      this.#state.value = "ready";
    } catch (error) {
      this.#error.value = error;
      this.#state.value = "error";
    }
  }
}

/** The video code from a pasted URL of the video service; any other text is returned unchanged. */
export const videoCode = (typed: string): string =>
  /^https?:\/\/(?:www\.|m\.)?(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/))([A-Za-z0-9_-]{5,50})/.exec(
    typed.trim(),
  )?.[1] ?? typed;
