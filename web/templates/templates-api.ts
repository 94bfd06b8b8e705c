import type * as v from "valibot";
import type { CreateTemplateBody, TemplateAnswer, TemplateList } from "#templates/contract.ts";
import { api } from "#web/lib/api.ts";

/** Calls about templates of official numbers (behaviour 21). */
export const templateCalls = {
  list: (whatsappId: number) => api.get<TemplateList>(`/whatsapp/${whatsappId}/templates`),
  sync: (whatsappId: number) => api.post<TemplateList>(`/whatsapp/${whatsappId}/templates/sync`),
  create: (whatsappId: number, body: v.InferInput<typeof CreateTemplateBody>) =>
    api.post<TemplateAnswer>(`/whatsapp/${whatsappId}/templates`, body),
  send: (
    ticketId: number,
    template: Pick<TemplateAnswer, "name" | "language">,
    parameters: readonly string[],
    clientMessageId: string,
  ) =>
    api.post(`/messages/${ticketId}`, {
      templateName: template.name,
      templateLanguage: template.language,
      parameters: [...parameters],
      clientMessageId,
    }),
};
