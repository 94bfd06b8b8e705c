import { signal } from "@preact/signals-react";
import type * as v from "valibot";
import {
  type DeliveryAnswer,
  type DeliveryPage,
  type SampleAnswer,
  type WebhookAnswer,
  WebhookBody,
  type WebhookMade,
} from "#automation/integrations/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { FormModel } from "#web/ui/form/form-model.ts";

type Body = v.InferInput<typeof WebhookBody>;

export const webhookCalls = {
  list: () => api.get<{ readonly webhooks: readonly WebhookAnswer[] }>("/webhooks"),
  make: (body: Body) => api.post<WebhookMade>("/webhooks", body),
  change: (id: number, body: Body) => api.put<WebhookAnswer>(`/webhooks/${id}`, body),
  remove: (id: number) => api.delete(`/webhooks/${id}`),
  sample: (id: number) => api.post<SampleAnswer>(`/webhooks/${id}/test`),
  deliveries: (id: number, before?: number) =>
    api.get<DeliveryPage>(`/webhooks/${id}/deliveries`, { query: { before } }),
  replay: (id: number) => api.post<DeliveryAnswer>(`/webhooks/deliveries/${id}/replay`),
};
export type WebhookCalls = typeof webhookCalls;

export class Webhooks {
  readonly #calls: Pick<WebhookCalls, "list" | "remove">;
  readonly rows = signal<readonly WebhookAnswer[]>([]);
  readonly state = signal<"loading" | "ready" | "failed">("loading");

  constructor(calls: Pick<WebhookCalls, "list" | "remove"> = webhookCalls) {
    this.#calls = calls;
  }

  async reload(): Promise<void> {
    try {
      this.rows.value = (await this.#calls.list()).webhooks;
      this.state.value = "ready";
    } catch {
      this.state.value = "failed";
    }
  }

  /** Adds or replaces a webhook in the list. */
  put(row: WebhookAnswer): void {
    const others = this.rows.peek().filter(({ id }) => id !== row.id);
    this.rows.value = [...others, row].sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Throws the error of the server. */
  async remove(id: number): Promise<void> {
    await this.#calls.remove(id);
    this.rows.value = this.rows.peek().filter((row) => row.id !== id);
  }
}

export interface WebhookValues {
  readonly name: string;
  readonly url: string;
  readonly events: WebhookAnswer["events"];
  readonly [name: string]: unknown;
}

/** The form of a webhook; `row` null creates one. */
export const createWebhookForm = (options: {
  readonly row: WebhookAnswer | null;
  readonly calls: Pick<WebhookCalls, "make" | "change">;
  readonly onSaved: (saved: WebhookAnswer, secret: string | null) => void;
  readonly onFailure: (error: unknown) => void;
  readonly delayMs?: number;
}): FormModel<WebhookValues> =>
  new FormModel<WebhookValues>({
    initial: {
      name: options.row?.name ?? "",
      url: options.row?.url ?? "",
      events: options.row?.events ?? [],
    },
    schema: WebhookBody,
    ...(options.delayMs === undefined ? {} : { delayMs: options.delayMs }),
    fieldsOfCode: { ERR_URL_NOT_ALLOWED: { url: "invalid" } },
    onFailure: options.onFailure,
    async submit({ name, url, events }) {
      const body = { name, url, events: [...events] };
      if (options.row) {
        options.onSaved(await options.calls.change(options.row.id, body), null);
        return;
      }
      const { secret, ...saved } = await options.calls.make(body);
      options.onSaved(saved, secret);
    },
  });
