import type * as v from "valibot";
import {
  type DeliveryAnswer,
  type DeliveryPage,
  type SampleAnswer,
  type WebhookAnswer,
  WebhookBody,
  type WebhookMade,
} from "#automation/integrations/contract.ts";
import { SecretRows } from "#web/automation/messages-api/secrets/secret-rows.ts";
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

/** The list of the company's webhooks, ordered by name. */
export const createWebhookList = (calls: Pick<WebhookCalls, "list" | "remove"> = webhookCalls) =>
  new SecretRows<WebhookAnswer>({
    list: async () => (await calls.list()).webhooks,
    remove: calls.remove,
    order: (webhooks) => [...webhooks].sort((a, b) => a.name.localeCompare(b.name)),
  });

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
