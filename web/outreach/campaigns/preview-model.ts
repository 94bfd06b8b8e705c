import { type ReadonlySignal, signal } from "@preact/signals-react";
import { isAborted } from "#web/lib/api/api-error.ts";
import type { CampaignCalls, Preview } from "./campaigns-api.ts";

/** The preview follows this long after the last letter, ms. */
export const PREVIEW_DELAY_MS = 300;

export interface PreviewWish {
  readonly texts: readonly string[];
  readonly contactListId: number;
  readonly tagListId: number;
  readonly whatsappId: number;
}

/** Texts as a real recipient would read them; the server knows who that is and what the variables stand for. */
export class PreviewModel {
  readonly #ask: CampaignCalls["preview"];
  readonly #shown = signal<Preview | null>(null);
  readonly #failed = signal(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | null = null;
  #last = "";

  readonly shown: ReadonlySignal<Preview | null> = this.#shown;
  readonly failed: ReadonlySignal<boolean> = this.#failed;

  constructor(ask: CampaignCalls["preview"]) {
    this.#ask = ask;
  }

  /** Wants these texts shown; the same wish twice asks once. */
  want(wish: PreviewWish): void {
    const key = JSON.stringify(wish);
    if (key === this.#last) return;
    this.#last = key;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#load(wish), PREVIEW_DELAY_MS);
  }

  /** Asks no more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#last = "";
  }

  async #load(wish: PreviewWish): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    try {
      const answer = await this.#ask({ ...wish, texts: [...wish.texts] }, request.signal);
      if (this.#request !== request) return;
      this.#shown.value = answer;
      this.#failed.value = false;
    } catch (error) {
      if (this.#request === request && !isAborted(error)) this.#failed.value = true;
    }
  }
}
