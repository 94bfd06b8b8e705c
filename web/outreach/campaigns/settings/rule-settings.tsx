import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo } from "react";
import { GROUPS, SUPER_ONLY } from "#web/accounts/settings/fields.ts";
import { SettingRow } from "#web/accounts/settings/setting-row.tsx";
import { SettingsModel } from "#web/accounts/settings/settings-model.ts";
import { text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { paceTexts } from "./locales/index.ts";
import "#web/accounts/settings/settings.css";

const FIELDS = GROUPS.filter(({ id }) => id === "campaigns")
  .flatMap(({ fields }) => fields)
  .filter(({ key }) => !SUPER_ONLY.has(key));

/** Window, opt-out keywords, confirmation and daily cap: settings of the company, each saved on its own. */
export function RuleSettings() {
  useSignals();
  const t = useText(paceTexts);
  const model = useMemo(
    () =>
      new SettingsModel({
        api,
        onSaved: () => toast.success(text(paceTexts, "page.saved")),
        onFailure: toast.failure,
      }),
    [],
  );
  useEffect(() => {
    void model.load();
    return model.listen(socket);
  }, [model]);
  return (
    <section className="settings-group">
      <h2 className="settings-group-title">{t("page.rules")}</h2>
      {model.state.value === "loading" ? <TableSkeleton /> : null}
      {model.state.value === "error" ? (
        <div className="panel">
          <ErrorState error={model.error.value} onRetry={() => void model.load()} />
        </div>
      ) : null}
      {model.state.value === "ready" ? (
        <ul className="panel settings-list">
          {FIELDS.map((field) => (
            <SettingRow key={field.key} field={field} model={model} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}
