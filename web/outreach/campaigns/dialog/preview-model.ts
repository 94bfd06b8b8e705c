import { type ReadonlySignal, signal } from "@preact/signals-react";
import { isAborted } from "#web/lib/api/api-error.ts";
import type { CampaignCalls, Preview } from "#web/outreach/campaigns/campaigns-api.ts";

/** Delay after the last input, ms. */
export const PREVIEW_DELAY_MS = 300;

export interface PreviewRequest {
  readonly texts: readonly string[];
  readonly contactListId: number;
  readonly tagListId: number;
  readonly whatsappId: number;
}

/** Texts rendered by the server for a real recipient, with the variables replaced. */
export class PreviewModel {
  readonly #fetch: CampaignCalls["preview"];
  readonly #shown = signal<Preview | null>(null);
  readonly #failed = signal(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | null = null;
  #last = "";

  readonly shown: ReadonlySignal<Preview | null> = this.#shown;
  readonly failed: ReadonlySignal<boolean> = this.#failed;

  constructor(fetch: CampaignCalls["preview"]) {
    this.#fetch = fetch;
  }

  /** Requests a preview of these texts; an unchanged request is not repeated. */
  update(query: PreviewRequest): void {
    const key = JSON.stringify(query);
    if (key === this.#last) return;
    this.#last = key;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#load(query), PREVIEW_DELAY_MS);
  }

  /** Cancels a pending request. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#last = "";
  }

  async #load(query: PreviewRequest): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    try {
      const answer = await this.#fetch({ ...query, texts: [...query.texts] }, request.signal);
      if (this.#request !== request) return;
      this.#shown.value = answer;
      this.#failed.value = false;
    } catch (error) {
      if (this.#request === request && !isAborted(error)) this.#failed.value = true;
    }
  }
}
