import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useState } from "react";
import type { CompanyAnswer } from "#accounts/companies/contract.ts";
import type { PlanDetail } from "#accounts/plans/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { isRefusedByContent } from "#web/lib/api/save-refusal.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { planLabel } from "#web/lib/format/plan-label.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { companyCalls } from "./companies-api.ts";
import { createCompanyForm, offeredRecurrences } from "./company-form.ts";
import { companyTexts } from "./locales/index.ts";

interface Props {
  /** Null adds a new company. */
  readonly company: CompanyAnswer | null;
  readonly onSaved: (saved: CompanyAnswer) => void;
  readonly onClose: () => void;
}

/** Adds a company with its first admin, or edits a company. */
export function CompanyDialog({ company, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(companyTexts);
  const plans = usePlans();
  const form = useCompanyForm(company, onSaved);
  const field = useField(form);
  const title = t(company ? "form.editTitle" : "form.addTitle");
  // The provider's company never expires and cannot be deactivated.
  const isProvider = company !== null && company.dueDate === null;
  return (
    <FormDialog form={form} title={title} onClose={onClose}>
      <div className="company-fields">
        <TextField {...field("name")} label={t("form.name")} maxLength={80} isRequired autoFocus />
        <TextField
          {...field("email")}
          label={t("form.email")}
          help={company ? undefined : t("form.emailHelp")}
          type="email"
          isRequired
        />
        <TextField {...field("phone")} label={t("form.phone")} type="tel" maxLength={30} />
        <Select
          {...field("planId")}
          label={t("form.plan")}
          isRequired
          options={plans.map(({ id, name, value }) => ({
            id,
            label: planLabel(name),
            detail: formatMoney(value),
          }))}
        />
        {isProvider ? null : (
          <TextField
            {...field("dueDate")}
            label={t("form.dueDate")}
            help={company ? undefined : t("form.dueDateHelp")}
            type="date"
          />
        )}
        <Select
          {...field("recurrence")}
          label={t("form.recurrence")}
          options={offeredRecurrences(company).map((id) => ({ id, label: t(`recurrence.${id}`) }))}
        />
        {company ? null : (
          <PasswordField
            {...field("password")}
            label={t("form.password")}
            help={t("form.passwordHelp")}
            autoComplete="new-password"
            maxLength={50}
            isRequired
          />
        )}
      </div>
      {isProvider ? null : (
        <Switch {...field("status")} label={t("form.status")} help={t("form.statusHelp")} />
      )}
      <Switch {...field("campaignsEnabled")} label={t("form.campaigns")} />
    </FormDialog>
  );
}

function useCompanyForm(company: CompanyAnswer | null, onSaved: (saved: CompanyAnswer) => void) {
  const t = useText(companyTexts);
  const saved = useStableCallback(onSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the row must not overwrite the input
  return useMemo(
    () =>
      createCompanyForm({
        company,
        calls: companyCalls,
        onRefused(error) {
          const hasNoRoom = error instanceof ApiError && error.code === "ERR_PLAN_LIMIT";
          if (hasNoRoom) toast.error(t("form.noRoom"));
          else if (isRefusedByContent(error)) toast.error(t("form.failed"));
          else toast.failure(error);
        },
        onSaved(answer) {
          toast.success(t("form.saved"));
          saved(answer);
        },
      }),
    [company?.id],
  );
}

function usePlans(): readonly PlanDetail[] {
  const [plans, setPlans] = useState<readonly PlanDetail[]>([]);
  useEffect(() => {
    let isHere = true;
    companyCalls.plans().then(
      (found) => isHere && setPlans(found),
      () => toast.error(text(companyTexts, "form.plansFailed")),
    );
    return () => {
      isHere = false;
    };
  }, []);
  return plans;
}
