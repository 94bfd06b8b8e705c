import type * as v from "valibot";
import type { CompanyAnswer, CreateCompanyBody, UpdateCompanyBody } from "#accounts/companies/contract.ts";
import type { PlanDetail } from "#accounts/plans/contract.ts";
import type { CompanyCostsAnswer, CompanyCostsBody } from "#inbox/costs/contract.ts";
import type { CompanyExport } from "#operations/backups/contract.ts";
import type { CompanyImport } from "#operations/backups/imports/contract.ts";
import type { Spans } from "#web/accounts/opening-hours/hours-model.ts";
import { api } from "#web/lib/api/api.ts";
import type { UploadProgress } from "#web/lib/api/upload.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";

/** Maximum number of pages of plans that a select field loads. */
const PLAN_PAGES = 100;
interface Hours {
  readonly schedules: Spans;
}

/** Calls of the companies tab (docs/rules/companies.md#calls). */
export const companyCalls = {
  create: (body: v.InferInput<typeof CreateCompanyBody>) => api.post<CompanyAnswer>("/companies", body),
  update: (id: number, body: v.InferInput<typeof UpdateCompanyBody>) =>
    api.put<CompanyAnswer>(`/companies/${id}`, body),
  remove: (id: number) => api.delete(`/companies/${id}`),
  /** `dueDate` is the date on screen. A second press sends the same date again, so the server can ignore it. */
  advance: (id: number, dueDate: string) => api.post<CompanyAnswer>(`/companies/${id}/due-date`, { dueDate }),
  hours: async (id: number) => (await api.get<Hours>(`/companies/${id}/schedules`)).schedules,
  costs: (id: number) => api.get<CompanyCostsAnswer>(`/companies/${id}/costs`),
  saveCosts: (id: number, body: CompanyCostsBody) =>
    api.put<CompanyCostsAnswer>(`/companies/${id}/costs`, body),
  exports: {
    last: async (id: number) =>
      (await api.get<{ readonly export: CompanyExport | null }>(`/companies/${id}/export`)).export,
    begin: (id: number, passphrase: string) =>
      api.post<CompanyExport>(`/companies/${id}/export`, { passphrase }),
    cancel: (id: number) => api.delete(`/companies/${id}/export`),
  },
  imports: {
    last: async () => (await api.get<{ readonly import: CompanyImport | null }>("/companies/import")).import,
    begin: (fileName: string, size: number) =>
      api.post<CompanyImport>("/companies/import", { fileName, size }),
    /** `at`: number of bytes that the server already has. */
    send(id: number, at: number, piece: Blob, progress: UploadProgress) {
      const form = new FormData();
      form.set("piece", piece, "piece");
      return api.upload<CompanyImport>(`/companies/import/${id}/pieces?at=${at}`, form, progress);
    },
    start: (id: number, passphrase: string) =>
      api.post<CompanyImport>(`/companies/import/${id}/start`, { passphrase }),
    cancel: (id: number) => api.delete(`/companies/import/${id}`),
  },
  saveHours: (id: number, schedules: Spans) => api.put<Hours>(`/companies/${id}/schedules`, { schedules }),
  async plans(): Promise<readonly PlanDetail[]> {
    const found: PlanDetail[] = [];
    for (let pageNumber = 1; pageNumber <= PLAN_PAGES; pageNumber += 1) {
      const page = await api.get<{ readonly plans: readonly PlanDetail[]; readonly hasMore: boolean }>(
        "/plans",
        {
          query: { pageNumber },
        },
      );
      found.push(...page.plans);
      if (!page.hasMore) break;
    }
    return found;
  },
};
export type CompanyCalls = typeof companyCalls;

/** The companies of the tab, sorted by name; no event changes them, only this page. */
export const companiesList = new LiveList<CompanyAnswer>({
  path: "/companies",
  name: "companies",
  channel: "companies",
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
});
