import { useSignals } from "@preact/signals-react/runtime";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { contactImports } from "./import-model.ts";
import { importTexts } from "./locales/index.ts";
import "./import.css";

const ImportDialog = lazyLayer(async () => (await import("./import-dialog.tsx")).ImportDialog);

/** A strip above the list that shows the running import, and the import dialog. */
export function ImportStrip() {
  useSignals();
  const t = useText(importTexts);
  const running = contactImports.running.value;
  const isShown = contactImports.isShown.value;
  return (
    <>
      {running && !isShown ? (
        <div className="import-strip panel" role="status">
          <span>{t("run.strip")}</span>
          <ProgressBar
            label={t("run.strip")}
            value={running.total > 0 ? running.done / running.total : null}
          />
          <span className="import-figure">
            {t("run.progress", {
              done: formatNumber(running.done),
              total: formatNumber(running.total),
              count: running.total,
            })}
          </span>
          <Button size="s" onPress={() => contactImports.show()}>
            {t("run.show")}
          </Button>
        </div>
      ) : null}
      {isShown ? <ImportDialog /> : null}
    </>
  );
}
