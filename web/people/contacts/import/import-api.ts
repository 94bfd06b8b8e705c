import type { ColumnRole, ImportAnswer, ImportSummary } from "#outreach/contact-imports/contract.ts";
import { pageLanguage } from "#web/i18n/language.ts";
import { api } from "#web/lib/api/api.ts";

interface Begin {
  /** Null = the phone book of the default connection. */
  readonly file: File | null;
  readonly dryRun: boolean;
  readonly mapping: readonly ColumnRole[] | null;
  /** Country code for numbers without one; "" = numbers unchanged. */
  readonly countryCode: string;
  /** Null = import as contacts, else into this contact list. */
  readonly contactListId: number | null;
  readonly onProgress?: (share: number) => void;
}

/** Calls of the imports, as contacts and into contact lists (docs/rules/imports.md#contacts). */
export const importCalls = {
  begin({
    file,
    dryRun,
    mapping,
    countryCode,
    contactListId,
    onProgress,
  }: Begin): Promise<{ importId: number }> {
    const place = contactListId === null ? "/contacts/import" : `/contact-lists/${contactListId}/upload`;
    const path = dryRun ? `${place}?dryRun=true` : place;
    if (!file) return api.post(path);
    const form = new FormData();
    if (mapping) form.set("mapping", JSON.stringify(mapping));
    if (countryCode) form.set("countryCode", countryCode);
    form.set("file", file);
    return api.upload(path, form, onProgress ? { onProgress } : {});
  },
  get: (importId: number) => api.get<ImportAnswer>(`/contacts/import/${importId}`),
  list: (contactListId: number | null) =>
    api.get<readonly ImportSummary[]>("/contacts/import/list", { query: { contactListId } }),
  cancel: (importId: number) => api.delete(`/contacts/import/${importId}`),
  report: (importId: number) =>
    api.file(`/contacts/import/${importId}/report`, { query: { language: pageLanguage() } }),
};
export type ImportCalls = typeof importCalls;
