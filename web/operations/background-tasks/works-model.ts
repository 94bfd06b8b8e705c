import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { Work } from "#operations/background-tasks/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import { api as pageApi } from "#web/lib/api/api.ts";

/** While the bell is open it asks so often, ms. */
export const ASK_EVERY_MS = 2_000;

type Calls = Pick<Api, "get" | "post" | "delete">;

/** Long work that goes on now, as the bell shows it while it is open. */
export class Works {
  readonly #api: Calls;
  readonly #list = signal<readonly Work[]>([]);
  readonly list: ReadonlySignal<readonly Work[]> = this.#list;

  constructor(api: Calls) {
    this.#api = api;
  }

  /** Reads what goes on, and reads it again until the answer is called. */
  watch(): () => void {
    void this.#load();
    const timer = setInterval(() => void this.#load(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }

  /** Stops one. Throws what the server refuses. */
  async cancel(work: Work): Promise<void> {
    await cancelCall(this.#api, work);
    await this.#load();
  }

  async #load(): Promise<void> {
    try {
      this.#list.value = await this.#api.get<readonly Work[]>("/works");
    } catch {
      // The bell is no place for an error: it asks again.
    }
  }
}

function cancelCall(api: Calls, { kind, id }: Work): Promise<unknown> {
  switch (kind) {
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

/** The page where it can be looked at. */
export function pathOf({ kind, id, contactListId }: Work): string {
  switch (kind) {
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

/** The works of this page. */
export const works = new Works(pageApi);
