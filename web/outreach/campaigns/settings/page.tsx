import { useCallback, useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { campaignCalls } from "#web/outreach/campaigns/campaigns-api.ts";
import { readSettings } from "#web/outreach/campaigns/pacing.ts";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { paceTexts } from "./locales/index.ts";
import { PaceForm } from "./pace-form.tsx";
import { RuleSettings } from "./rule-settings.tsx";
import type { PaceValues } from "./settings-form.ts";
import "./settings.css";

type Read = { readonly values: PaceValues } | { readonly error: unknown } | null;

/** Pace, variables and sending rules of campaigns (docs/rules/settings.md#campaign-settings). */
export function CampaignSettingsPage() {
  const t = useText(paceTexts);
  const [read, setRead] = useState<Read>(null);
  const load = useCallback(() => {
    setRead(null);
    campaignCalls.settings().then(
      (rows) => setRead({ values: { ...readSettings(rows) } }),
      (error: unknown) => setRead({ error }),
    );
  }, []);
  useEffect(load, [load]);
  return (
    <div className="page campaign-settings">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
      </header>
      {read === null ? <TableSkeleton /> : null}
      {read && "error" in read ? (
        <div className="panel">
          <ErrorState error={read.error} onRetry={load} />
        </div>
      ) : null}
      {read && "values" in read ? (
        <>
          <PaceForm initial={read.values} />
          <RuleSettings />
        </>
      ) : null}
    </div>
  );
}
