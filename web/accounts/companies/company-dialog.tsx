import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useRef, useState } from "react";
import type { CompanyAnswer } from "#accounts/companies/contract.ts";
import type { PlanDetail } from "#accounts/plans/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { isRefusedByContent } from "#web/lib/api/save-refusal.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { planLabel } from "#web/lib/format/plan-label.ts";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
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
  const words = useText(common);
  const plans = usePlans();
  const form = useCompanyForm(company, onSaved);
  const { close, guard } = useUnsavedGuard(form, onClose);
  const field = useField(form);
  const title = t(company ? "form.editTitle" : "form.addTitle");
  // The provider's company never expires and cannot be deactivated.
  const isProvider = company !== null && company.dueDate === null;
  return (
    <>
      <Dialog title={title} onClose={close}>
        <Form form={form} label={title}>
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
            <Switch
              label={t("form.status")}
              help={t("form.statusHelp")}
              value={form.value("status")}
              onChange={(on) => form.set("status", on)}
            />
          )}
          <Switch
            label={t("form.campaigns")}
            value={form.value("campaignsEnabled")}
            onChange={(on) => form.set("campaignsEnabled", on)}
          />
          <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
        </Form>
      </Dialog>
      {guard}
    </>
  );
}

function useCompanyForm(company: CompanyAnswer | null, onSaved: (saved: CompanyAnswer) => void) {
  const t = useText(companyTexts);
  const saved = useRef(onSaved);
  saved.current = onSaved;
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
          saved.current(answer);
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
