import { useSignals } from "@preact/signals-react/runtime";
import Download from "lucide-react/icons/download";
import SearchX from "lucide-react/icons/search-x";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useEffect, useMemo } from "react";
import { useSearch } from "wouter";
import { KINDS, type Kind } from "#accounts/audit/contract.ts";
import { pageLanguage } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { saveFile } from "#web/lib/page/save-file.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { PagedTable } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { AuditModel, type Trail } from "./audit-model.ts";
import { auditColumns } from "./columns.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { auditTexts } from "./locales/index.ts";
import "./audit.css";
import { GROUPS, INSTALLATION_FIELDS } from "#web/accounts/settings/fields.ts";
import { settingsTexts } from "#web/accounts/settings/locales/index.ts";
import { namedField } from "./details.ts";

/** The audit trail of the company; super users can also open the provider's. */
export function AuditPage() {
  useSignals();
  const t = useText(auditTexts);
  const asked = new URLSearchParams(useSearch());
  const kind = KINDS.find((known): known is Kind => known === asked.get("kind"));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address gives only the initial filter
  const model = useMemo(() => new AuditModel(api, kind ? { filter: { kind } } : {}), []);
  useEffect(() => void model.open(), [model]);
  const settingName = useSettingName();
  const isSuper = session.user.value?.super === true;
  const trail = model.trail.value;
  const save = () =>
    model.exported(pageLanguage()).then((file) => saveFile(file, "auditoria.csv"), toast.failure);
  return (
    <div className="page audit">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
        {isSuper ? (
          <Tabs
            label={t("page.trails")}
            variant="pill"
            items={[
              { id: "company", label: t("page.company") },
              { id: "provider", label: t("page.provider") },
            ]}
            selected={trail}
            onSelect={(id) => model.choose(id as Trail)}
          />
        ) : null}
        <Button
          className="audit-export"
          icon={<Download aria-hidden="true" />}
          isPending={model.isExporting.value}
          onPress={() => void save()}
        >
          {model.isExporting.value ? t("page.exporting") : t("page.export")}
        </Button>
      </header>
      <FilterBar model={model} />
      <PagedTable
        list={model.list}
        label={t("page.title")}
        columns={auditColumns(t, trail, model, settingName)}
        empty={
          model.isFiltered.value ? (
            <EmptyState
              picture={<SearchX />}
              title={t("page.noneTitle")}
              text={t("page.noneText")}
              action={<Button onPress={() => model.clear()}>{t("filter.clear")}</Button>}
            />
          ) : (
            <EmptyState picture={<ShieldCheck />} title={t("page.emptyTitle")} text={t("page.emptyText")} />
          )
        }
      />
    </div>
  );
}

const LABELLED = [...GROUPS.flatMap((group) => group.fields), ...INSTALLATION_FIELDS];

/** The label of a setting on the settings page; settings that are not on that page have a label of the audit trail. */
function useSettingName(): (key: string) => string {
  const t = useText(settingsTexts);
  const own = useText(auditTexts);
  return (key) => {
    const field = LABELLED.find((known) => known.key === key);
    return field ? t(`label.${field.key}`) : namedField(own, key);
  };
}
