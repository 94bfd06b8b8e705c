import { useSignals } from "@preact/signals-react/runtime";
import Download from "lucide-react/icons/download";
import SearchX from "lucide-react/icons/search-x";
import ShieldCheck from "lucide-react/icons/shield-check";
import X from "lucide-react/icons/x";
import { useEffect, useMemo } from "react";
import { useSearch } from "wouter";
import { ACTIONS, type Action, KINDS, type Kind } from "#accounts/audit/contract.ts";
import { GROUPS, INSTALLATION_FIELDS } from "#web/accounts/settings/fields.ts";
import { settingsTexts } from "#web/accounts/settings/locales/index.ts";
import { pageLanguage } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { saveFile } from "#web/lib/page/save-file.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { MissingCellsOf } from "#web/ui/missing-cells/missing-cells.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { PagedTable } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { AuditModel, type Trail } from "./audit-model.ts";
import { auditColumns } from "./columns.tsx";
import { namedField } from "./details.ts";
import { auditTexts } from "./locales/index.ts";
import "./audit.css";

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
      {trail === "provider" ? <MissingCellsOf path="/audit/provider" /> : null}
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

const ANY = "";
const EVERYBODY = 0;
/** Subjects of the provider's trail; the filter of a company's trail omits them. */
const OF_PROVIDER: ReadonlySet<Kind> = new Set([
  "plan",
  "gateway",
  "brand",
  "signup",
  "legal-text",
  "help",
  "backup",
  "cockpit",
  "key",
]);

/** Filter by person, type, action and period; each change applies at once. */
function FilterBar({ model }: { readonly model: AuditModel }) {
  useSignals();
  const t = useText(auditTexts);
  const filter = model.filter.value;
  const byName = <Id extends string>(ids: readonly Id[], nameOf: (id: Id) => string) =>
    ids.map((id) => ({ id, label: nameOf(id) })).toSorted((a, b) => a.label.localeCompare(b.label));
  const kinds = KINDS.filter((kind) => model.trail.value === "provider" || !OF_PROVIDER.has(kind));
  return (
    <search className="panel audit-filter" aria-label={t("filter.label")}>
      <Select
        label={t("filter.person")}
        options={[
          { id: EVERYBODY, label: t("filter.everybody") },
          ...model.people.value.map(({ id, name }) => ({ id, label: name })),
        ]}
        value={filter.userId ?? EVERYBODY}
        onChange={(id) => model.look({ userId: id === EVERYBODY ? undefined : id })}
      />
      <Select<Kind | typeof ANY>
        label={t("filter.kind")}
        options={[{ id: ANY, label: t("filter.everything") }, ...byName(kinds, (kind) => t(`kind.${kind}`))]}
        value={filter.kind ?? ANY}
        onChange={(kind) =>
          model.look({ kind: kind === ANY ? undefined : kind, thingId: undefined, thing: undefined })
        }
      />
      <Select<Action | typeof ANY>
        label={t("filter.verb")}
        options={[
          { id: ANY, label: t("filter.anything") },
          ...byName(ACTIONS, (action) => t(`verb.${action}`)),
        ]}
        value={filter.verb ?? ANY}
        onChange={(verb) => model.look({ verb: verb === ANY ? undefined : verb })}
      />
      <TextField
        type="date"
        label={t("filter.from")}
        value={filter.from ?? ""}
        onChange={(from) => model.look({ from: from || undefined })}
      />
      <TextField
        type="date"
        label={t("filter.to")}
        value={filter.to ?? ""}
        onChange={(to) => model.look({ to: to || undefined })}
      />
      {model.isFiltered.value ? (
        <div className="audit-chosen">
          {filter.thing === undefined ? null : (
            <Button
              size="s"
              icon={<X aria-hidden="true" />}
              onPress={() => model.look({ thingId: undefined, thing: undefined })}
            >
              {t("filter.thing", { name: filter.thing })}
            </Button>
          )}
          <Button size="s" variant="ghost" onPress={() => model.clear()}>
            {t("filter.clear")}
          </Button>
        </div>
      ) : null}
    </search>
  );
}
