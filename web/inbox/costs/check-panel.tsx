import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { CheckAnswer } from "#inbox/costs/contract.ts";
import { dayAt } from "#platform/dates.ts";
import { language } from "#web/i18n/language.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { costTexts } from "./locales/index.ts";
import { formatMicros } from "./money.ts";
import { categoryName } from "./names.ts";

/** Compares the month with Meta's own figures. */
export function CheckPanel({ currency }: { readonly currency: string }) {
  useSignals();
  const t = useText(costTexts);
  const [answer, setAnswer] = useState<CheckAnswer | null>(null);
  const [isRunning, setRunning] = useState(false);
  const run = () => {
    setRunning(true);
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    api
      .post<CheckAnswer>("/costs/check", { month: dayAt(Date.now(), zone).slice(0, 7) })
      .then(setAnswer)
      .catch(toast.failure)
      .finally(() => setRunning(false));
  };
  const money = (micros: number) => formatMicros(micros, currency, language.value);
  const wrong = answer?.filter(({ differs }) => differs) ?? [];
  return (
    <section className="panel costs-panel" aria-label={t("check.title")}>
      <h2>{t("check.title")}</h2>
      <p>{t("check.help")}</p>
      <Button isDisabled={isRunning} onPress={run}>
        {t("check.run")}
      </Button>
      {answer === null ? null : answer.length === 0 ? (
        <Callout tone="info">{t("check.none")}</Callout>
      ) : wrong.length === 0 ? (
        <Callout tone="success">{t("check.equal")}</Callout>
      ) : (
        <Callout tone="waiting">
          {wrong.map(({ category, count: ours, metaCount, micros, metaMicros }) => (
            <p key={category}>
              {t("check.line", {
                category: categoryName(t, category),
                ours: ours === metaCount ? money(micros) : formatNumber(ours),
                meta: ours === metaCount ? money(metaMicros) : formatNumber(metaCount),
              })}
            </p>
          ))}
        </Callout>
      )}
    </section>
  );
}
