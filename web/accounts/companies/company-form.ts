import {
  type CompanyAnswer,
  CreateCompanyBody,
  UpdateCompanyBody,
  type WireRecurrence,
} from "#accounts/companies/contract.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import type { CompanyCalls } from "./companies-api.ts";

export interface CompanyValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly planId: number | null;
  readonly status: boolean;
  readonly campaignsEnabled: boolean;
  readonly dueDate: string;
  readonly recurrence: WireRecurrence;
  /** Password of the first admin; only for a new company. */
  readonly password: string;
}

const valuesOf = (company: CompanyAnswer | null): CompanyValues => ({
  name: company?.name ?? "",
  email: company?.email ?? "",
  phone: company?.phone ?? "",
  planId: company?.planId ?? null,
  status: company?.status ?? true,
  campaignsEnabled: company?.campaignsEnabled ?? true,
  dueDate: company?.dueDate ?? "",
  recurrence: company?.recurrence ?? "MENSAL",
  password: "",
});

/** The field offers `monthly` and the company's present recurrence (docs/rules/companies.md#calls). */
export const offeredRecurrences = (company: CompanyAnswer | null): readonly WireRecurrence[] => [
  ...new Set<WireRecurrence>(["MENSAL", company?.recurrence ?? "MENSAL"]),
];

export interface CompanyFormOptions {
  readonly company: CompanyAnswer | null;
  readonly calls: Pick<CompanyCalls, "create" | "update">;
  readonly onSaved: (saved: CompanyAnswer) => void;
  /** Called for every error, including errors of a field. */
  readonly onRefused: (error: unknown) => void;
}

/** Adds a company with its first admin, or edits the given one. */
export function createCompanyForm({ company, calls, onSaved, onRefused }: CompanyFormOptions) {
  return new FormModel<CompanyValues>({
    initial: valuesOf(company),
    schema: company ? UpdateCompanyBody : CreateCompanyBody,
    delayMs: ADMIN_SUBMIT_DELAY_MS,
    fieldsOfCode: { ERR_NAME_IN_USE: { name: "in_use" }, ERR_EMAIL_IN_USE: { email: "in_use" } },
    onFailure: () => undefined,
    submit: async ({ password, planId, dueDate, ...fields }) => {
      const body = { ...fields, planId: planId ?? 0, dueDate };
      try {
        onSaved(
          await (company
            ? calls.update(company.id, changesOf(company, body))
            : calls.create({ ...body, password })),
        );
      } catch (error) {
        onRefused(error);
        throw error;
      }
    },
  });
}

/** Company 1 has no due date and cannot be deactivated: these fields are not sent. */
function changesOf<Body extends { dueDate: string; status: boolean }>(company: CompanyAnswer, body: Body) {
  if (company.dueDate !== null) return body;
  const { dueDate: _dueDate, status: _status, ...rest } = body;
  return rest;
}
