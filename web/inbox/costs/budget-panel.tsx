import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { BudgetAnswer } from "#inbox/costs/contract.ts";
import { language } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { costTexts } from "./locales/index.ts";
import { formatMicros, parseMicros, typedMicros } from "./money.ts";

const AT_END = ["warn", "stop_marketing", "stop_automatic"] as const;

interface BudgetPanelProps {
  readonly budget: BudgetAnswer;
  readonly onSaved: (budget: BudgetAnswer) => void;
}

/** The budget of the month: how much is used, and what happens when it is used up. */
export function BudgetPanel({ budget, onSaved }: BudgetPanelProps) {
  useSignals();
  const t = useText(costTexts);
  const { currency, micros, used } = budget;
  const [limit, setLimit] = useState(micros === null ? "" : typedMicros(micros, language.peek()));
  const [atEnd, setAtEnd] = useState(budget.atEnd);
  const amount = limit.trim() === "" ? null : parseMicros(limit);
  const isWrong = limit.trim() !== "" && amount === null;
  const save = () =>
    api
      .put<BudgetAnswer>("/costs/budget", { micros: amount, atEnd })
      .then((saved) => {
        onSaved(saved);
        toast.success(t("budget.saved"));
      })
      .catch(toast.failure);
  const money = (value: number) => formatMicros(value, currency, language.value);
  return (
    <section className="panel costs-panel" aria-label={t("budget.title")}>
      <h2>{t("budget.title")}</h2>
      <p>{t("budget.help")}</p>
      {micros !== null && used !== null ? (
        <>
          <p>{t("budget.used", { used: money(used), limit: money(micros) })}</p>
          <ProgressBar
            label={t("budget.used", { used: money(used), limit: money(micros) })}
            value={micros === 0 ? 1 : Math.min(1, used / micros)}
          />
        </>
      ) : null}
      <TextField
        label={t("budget.amount", { currency })}
        value={limit}
        onChange={setLimit}
        placeholder={t("budget.none")}
        inputMode="decimal"
        error={isWrong ? t("budget.wrong") : null}
      />
      <Select
        label={t("budget.atEnd")}
        options={AT_END.map((id) => ({ id, label: t(`budget.${id}`) }))}
        value={atEnd}
        onChange={setAtEnd}
      />
      <Button variant="primary" isDisabled={isWrong} onPress={() => void save()}>
        {t("budget.save")}
      </Button>
    </section>
  );
}
