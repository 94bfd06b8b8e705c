import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useState } from "react";
import type { CompanyAnswer } from "#accounts/companies/contract.ts";
import type { CompanyCostsAnswer } from "#inbox/costs/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { companyCalls } from "./companies-api.ts";
import { createCompanyCostsForm } from "./company-costs-form.ts";
import { companyTexts } from "./locales/index.ts";

interface Props {
  readonly company: CompanyAnswer;
  readonly onClose: () => void;
}

/** Who pays Meta for the messages of a company (docs/rules/costs.md#passing-on). */
export function CompanyCostsDialog({ company, onClose }: Props) {
  const t = useText(companyTexts);
  const [costs, setCosts] = useState<CompanyCostsAnswer | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    setFailure(null);
    companyCalls.costs(company.id).then(setCosts, setFailure);
  }, [company.id, turn]);
  if (costs) return <CostsForm company={company} costs={costs} onClose={onClose} />;
  return (
    <Dialog title={t("costs.title", { name: company.name })} onClose={onClose}>
      {failure ? (
        <ErrorState error={failure} onRetry={() => setTurn(turn + 1)} />
      ) : (
        <Skeleton shape="block" height="180px" />
      )}
    </Dialog>
  );
}

function CostsForm({ company, costs, onClose }: Props & { readonly costs: CompanyCostsAnswer }) {
  useSignals();
  const t = useText(companyTexts);
  const close = useStableCallback(onClose);
  const form = useMemo(
    () =>
      createCompanyCostsForm({
        costs,
        async save(body) {
          await companyCalls.saveCosts(company.id, body);
          toast.success(text(companyTexts, "costs.saved"));
          close();
        },
        onFailure: toast.failure,
      }),
    [company.id, costs, close],
  );
  const field = useField(form);
  const isProvider = form.value("payer") === "provider";
  const currency = form.value("currency") || costs.pricedIn;
  return (
    <FormDialog form={form} title={t("costs.title", { name: company.name })} onClose={onClose}>
      <Select
        {...field("payer")}
        label={t("costs.payer")}
        options={(["company", "provider"] as const).map((id) => ({ id, label: t(`costs.${id}`) }))}
      />
      <TextField
        {...field("currency")}
        onChange={(typed) => form.set("currency", typed.toUpperCase().slice(0, 3))}
        label={t("costs.currency")}
        help={t("costs.currencyHelp", { currency: costs.pricedIn })}
        error={form.problem("currency") ? t("costs.currencyWrong") : null}
      />
      {isProvider ? (
        <>
          <div className="company-fields">
            <TextField
              {...field("marginPercent")}
              label={t("costs.margin")}
              suffix="%"
              inputMode="numeric"
              error={form.problem("marginPercent") ? t("costs.marginWrong") : null}
            />
            <TextField
              {...field("rate")}
              label={t("costs.rate", { currency })}
              help={t("costs.rateHelp")}
              inputMode="decimal"
              error={form.problem("rate") ? t("costs.rateWrong") : null}
            />
          </div>
          <Callout tone="info">{t("costs.explained")}</Callout>
        </>
      ) : null}
    </FormDialog>
  );
}
