import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { Work } from "#operations/background-tasks/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import { api as pageApi } from "#web/lib/api/api.ts";

/** Polling interval while the bell is open, ms. */
export const ASK_EVERY_MS = 2_000;

type Calls = Pick<Api, "get" | "post" | "delete">;

/** The running background tasks, as shown at the open bell. */
export class Works {
  readonly #api: Calls;
  readonly #list = signal<readonly Work[]>([]);
  readonly list: ReadonlySignal<readonly Work[]> = this.#list;

  constructor(api: Calls) {
    this.#api = api;
  }

  /** Loads the background tasks and polls them. Returns a function that stops it. */
  watch(): () => void {
    void this.#load();
    const timer = setInterval(() => void this.#load(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }

  /** Stops a background task. Throws ApiError. */
  async cancel(work: Work): Promise<void> {
    await cancelCall(this.#api, work);
    await this.#load();
  }

  async #load(): Promise<void> {
    try {
      this.#list.value = await this.#api.get<readonly Work[]>("/works");
    } catch {
      // The bell shows no error: the next poll repeats the request.
    }
  }
}

function cancelCall(api: Calls, { kind, id }: Work): Promise<unknown> {
  switch (kind) {
    case "bulk":
      return api.post(`/tickets/bulk/${id}/cancel`);
    case "report":
      return api.delete(`/reports/files/${id}`);
    case "import":
      return api.delete(`/contacts/import/${id}`);
    case "campaign":
      return api.post(`/campaigns/${id}/cancel`);
    case "export":
      return api.delete(`/companies/${id}/export`);
    case "company-import":
      return api.delete(`/companies/import/${id}`);
    case "backup":
      return api.delete("/backups");
  }
}

/** The page of each kind of background task. */
export function pathOf({ kind, id, contactListId }: Work): string {
  switch (kind) {
    case "bulk":
      return "/tickets";
    case "report":
      return "/reports";
    case "import":
      return contactListId === null ? "/contacts" : `/contact-lists/${contactListId}/contacts`;
    case "campaign":
      return `/campaign/${id}/report`;
    case "export":
    case "company-import":
      return "/companies";
    case "backup":
      return "/cockpit";
  }
}

/** The background tasks of this page. */
export const works = new Works(pageApi);
