import type * as v from "valibot";
import type {
  DeliveryAnswer,
  DeliveryPage,
  IntegrationAnswer,
  IntegrationBody,
  IntegrationMade,
  SampleAnswer,
  TestSessionBody,
} from "#automation/integrations/contract.ts";
import { api } from "#web/lib/api/api.ts";

const base = "/queueIntegration";

/** Calls of the integrations page (docs/rules/integrations.md#life). */
export const integrationCalls = {
  create: (body: v.InferInput<typeof IntegrationBody>) => api.post<IntegrationMade>(base, body),
  update: (id: number, body: v.InferInput<typeof IntegrationBody>) =>
    api.put<IntegrationAnswer>(`${base}/${id}`, body),
  remove: (id: number) => api.delete(`${base}/${id}`),
  renewSecret: (id: number) => api.post<{ readonly secret: string }>(`${base}/${id}/secret`),
  /** Throws 400 ERR_INTEGRATION_TEST with `details.reason`. */
  testSession: (body: v.InferInput<typeof TestSessionBody>) =>
    api.post<{ readonly messages: readonly string[] }>(`${base}/testSession`, body),
  sample: (id: number) => api.post<SampleAnswer>(`${base}/${id}/test`),
  deliveries: (id: number, before?: number) =>
    api.get<DeliveryPage>(`${base}/${id}/deliveries`, { query: { before } }),
  replay: (id: number) => api.post<DeliveryAnswer>(`${base}/deliveries/${id}/replay`),
};
export type IntegrationCalls = typeof integrationCalls;
