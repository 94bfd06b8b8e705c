import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { secondsLeft } from "#web/lib/format/seconds-left.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { contactImports } from "./import-model.ts";
import { importTexts } from "./locales/index.ts";

/** Progress of the import, and the remaining time. */
export function RunStep() {
  useSignals();
  const t = useText(importTexts);
  const running = contactImports.running.value;
  const { done = 0, total = 0, startedAt = null } = running ?? {};
  const left = startedAt ? secondsLeft(done, total, Date.parse(startedAt), Date.now()) : null;
  const time =
    left === null ? null : left < 60 ? t("run.soon") : t("run.minutes", { count: Math.round(left / 60) });
  return (
    <div className="import-working" role="status">
      <ProgressBar label={t("run.strip")} value={total > 0 ? done / total : null} />
      <p className="import-figure">
        {t("run.progress", { done: formatNumber(done), total: formatNumber(total), count: total })}
        {time === null ? null : ` · ${time}`}
      </p>
      <p className="field-help">{t("dialog.goOn")}</p>
    </div>
  );
}

export function StopButton() {
  const t = useText(importTexts);
  const [isStopping, setStopping] = useState(false);
  const stop = async () => {
    setStopping(true);
    await contactImports.stop().catch(toast.failure);
    setStopping(false);
  };
  return (
    <Button variant="ghost" isPending={isStopping} onPress={() => void stop()}>
      {t("run.stop")}
    </Button>
  );
}
