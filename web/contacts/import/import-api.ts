import type { ColumnRole, ImportAnswer, ImportSummary } from "#contact-imports/contract.ts";
import { api } from "#web/lib/api.ts";

interface Begin {
  /** Null = the phone book of the default connection. */
  readonly file: File | null;
  readonly dryRun: boolean;
  readonly mapping: readonly ColumnRole[] | null;
  /** "" = numbers as they stand. */
  readonly countryCode: string;
  readonly onProgress?: (share: number) => void;
}

/** Calls of the import (behaviour 27). */
export const importCalls = {
  begin({ file, dryRun, mapping, countryCode, onProgress }: Begin): Promise<{ importId: number }> {
    const path = dryRun ? "/contacts/import?dryRun=true" : "/contacts/import";
    if (!file) return api.post(path);
    const form = new FormData();
    if (mapping) form.set("mapping", JSON.stringify(mapping));
    if (countryCode) form.set("countryCode", countryCode);
    form.set("file", file);
    return api.upload(path, form, onProgress ? { onProgress } : {});
  },
  get: (importId: number) => api.get<ImportAnswer>(`/contacts/import/${importId}`),
  list: () => api.get<readonly ImportSummary[]>("/contacts/import/list"),
  cancel: (importId: number) => api.delete(`/contacts/import/${importId}`),
  report: (importId: number) => api.file(`/contacts/import/${importId}/report`),
};
export type ImportCalls = typeof importCalls;
