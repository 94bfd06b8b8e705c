import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { companyTexts } from "#web/accounts/companies/locales/index.ts";
import { planTexts } from "#web/accounts/plans/locales/index.ts";
import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { helpsTexts } from "#web/provider/helps/locales/index.ts";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { InstallationTab, type InstallationTabProps } from "./installation-tab.tsx";
import { settingsTexts } from "./locales/index.ts";
import { OptionsTab } from "./options-tab.tsx";
import { SettingsModel } from "./settings-model.ts";
import { SettingsSkeleton } from "./settings-skeleton.tsx";
import "./settings.css";

const HoursTab = lazy(
  async () => (await import("./hours-tab.tsx")).HoursTab,
  () => <SettingsSkeleton />,
);

const PrivacyTab = lazy(
  async () => (await import("./privacy/tab.tsx")).loadPrivacyTab(),
  () => <SettingsSkeleton />,
);
const BrandPanel = lazy(
  async () => (await import("./brand/panel.tsx")).loadBrandPanel(),
  () => <SettingsSkeleton />,
);
const CompaniesTab = lazy(
  async () => {
    const [tab] = await Promise.all([
      import("#web/accounts/companies/companies-tab.tsx"),
      preloadTexts(companyTexts),
    ]);
    return tab.CompaniesTab;
  },
  () => <TableSkeleton />,
);
const PlansTab = lazy(
  async () => {
    const [tab] = await Promise.all([import("#web/accounts/plans/plans-tab.tsx"), preloadTexts(planTexts)]);
    return tab.PlansTab;
  },
  () => <TableSkeleton />,
);
const HelpsTab = lazy(
  async () => {
    const [tab] = await Promise.all([import("#web/provider/helps/helps-tab.tsx"), preloadTexts(helpsTexts)]);
    return tab.HelpsTab;
  },
  () => <TableSkeleton />,
);

/** Panels of other features on the page. */
export type SettingsPageProps = Pick<InstallationTabProps, "LegalEditor">;

/**
 * The page of the company's settings, each saved separately (docs/rules/screens.md#administration,
 * docs/rules/settings.md#access).
 */
export function SettingsPage({ LegalEditor }: SettingsPageProps) {
  useSignals();
  const t = useText(settingsTexts);
  const model = useMemo(
    () =>
      new SettingsModel({
        api,
        onSaved: () => toast.success(text(settingsTexts, "page.saved")),
        onFailure: toast.failure,
      }),
    [],
  );
  useEffect(() => {
    void model.load();
    return model.listen(socket);
  }, [model]);
  return (
    <div className="page settings">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
      </header>
      <SettingsTabs model={model} LegalEditor={LegalEditor} />
    </div>
  );
}

/** Settings of the company's brand: name, logo and colour. */
function BrandTab() {
  return (
    <div className="settings-groups settings-narrow">
      <BrandPanel whose="company" />
    </div>
  );
}

/**
 * Tabs of the page. Opening hours are shown only while they are set per company; companies, plans, help videos and the
 * installation only to super users.
 */
function SettingsTabs({ model, LegalEditor }: SettingsPageProps & { readonly model: SettingsModel }) {
  useSignals();
  const t = useText(settingsTexts);
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get("tab");
  if (model.state.value === "error") {
    return (
      <div className="panel">
        <ErrorState error={model.error.value} onRetry={() => void model.load()} />
      </div>
    );
  }
  if (model.state.value === "loading") return <SettingsSkeleton />;
  const isSuper = session.user.value?.super === true;
  const items = [
    { id: "options", label: t("page.options"), panel: <OptionsTab model={model} /> },
    ...(model.value("scheduleType") === "company"
      ? [{ id: "hours", label: t("page.hours"), panel: <HoursTab model={model} /> }]
      : []),
    { id: "brand", label: t("page.brand"), panel: <BrandTab /> },
    { id: "privacy", label: t("page.privacy"), panel: <PrivacyTab model={model} /> },
    ...(isSuper
      ? [
          { id: "companies", label: t("page.companies"), panel: <CompaniesTab /> },
          { id: "plans", label: t("page.plans"), panel: <PlansTab /> },
          { id: "helps", label: t("page.helps"), panel: <HelpsTab /> },
          {
            id: "installation",
            label: t("page.installation"),
            panel: <InstallationTab model={model} LegalEditor={LegalEditor} />,
          },
        ]
      : []),
  ];
  const selected = items.find(({ id }) => id === asked)?.id ?? "options";
  return (
    <Tabs
      label={t("page.title")}
      variant="line"
      items={items}
      selected={selected}
      onSelect={(id) => navigate(id === "options" ? "/settings" : `/settings?tab=${id}`, { replace: true })}
    />
  );
}
