import type * as v from "valibot";
import type {
  CreateTemplateBody,
  LibraryTemplate,
  TakeLibraryBody,
  TemplateAnswer,
  TemplateList,
} from "#channels/templates/contract.ts";
import { language } from "#web/i18n/language.ts";
import { api } from "#web/lib/api/api.ts";

const LIBRARY_LANGUAGES = { pt: "pt_BR", en: "en_US", es: "es" } as const;

/** Calls about templates of official numbers (docs/rules/official-channels.md#answer-window). */
export const templateCalls = {
  list: (whatsappId: number) => api.get<TemplateList>(`/whatsapp/${whatsappId}/templates`),
  sync: (whatsappId: number) => api.post<TemplateList>(`/whatsapp/${whatsappId}/templates/sync`),
  /** `sample`: the heading file. */
  create(whatsappId: number, body: v.InferInput<typeof CreateTemplateBody>, sample: File | null = null) {
    const path = `/whatsapp/${whatsappId}/templates`;
    if (sample === null) return api.post<TemplateAnswer>(path, body);
    const form = new FormData();
    form.append("template", JSON.stringify(body));
    form.append("file", sample, sample.name);
    return api.upload<TemplateAnswer>(`${path}/media`, form);
  },
  /** Ready-made texts in the language of the page. */
  library: (whatsappId: number, searchParam: string) =>
    api.get<readonly LibraryTemplate[]>(`/whatsapp/${whatsappId}/template-library`, {
      query: { searchParam, language: LIBRARY_LANGUAGES[language.peek()] },
    }),
  takeFromLibrary: (whatsappId: number, body: v.InferInput<typeof TakeLibraryBody>) =>
    api.post<TemplateAnswer>(`/whatsapp/${whatsappId}/template-library`, body),
  remove: (whatsappId: number, id: number) => api.delete(`/whatsapp/${whatsappId}/templates/${id}`),
  /** `file` replaces the template's sample. */
  send(
    ticketId: number,
    { name, language }: Pick<TemplateAnswer, "name" | "language">,
    parameters: readonly string[],
    clientMessageId: string,
    file: File | null = null,
  ) {
    const path = `/messages/${ticketId}`;
    const template = { templateName: name, templateLanguage: language };
    if (file === null) return api.post(path, { ...template, parameters: [...parameters], clientMessageId });
    const form = new FormData();
    for (const [key, value] of Object.entries({ ...template, clientMessageId })) form.append(key, value);
    form.append("parameters", JSON.stringify(parameters));
    form.append("medias", file, file.name);
    return api.upload(path, form);
  },
};
