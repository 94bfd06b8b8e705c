import { useLocation, useSearch } from "wouter";
import { RulesTab } from "#web/automation/rules/rules-tab.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { PoliciesTab } from "#web/inbox/sla/policies-tab.tsx";
import { ResolutionsTab } from "#web/inbox/tickets/resolutions/resolutions-tab.tsx";
import { FieldsTab } from "#web/people/fields/admin/fields-tab.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import "./page.css";
import { automationTexts } from "./locales/index.ts";

/** The page Automação, for admins: definitions that guide the work of the team (docs/rules/fields.md). */
export function AutomationPage() {
  const t = useText(automationTexts);
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get("tab");
  const items = [
    { id: "rules", label: t("tab.rules"), panel: <RulesTab /> },
    { id: "fields", label: t("tab.fields"), panel: <FieldsTab /> },
    { id: "resolutions", label: t("tab.resolutions"), panel: <ResolutionsTab /> },
    { id: "sla", label: t("tab.sla"), panel: <PoliciesTab /> },
  ];
  const selected = items.find(({ id }) => id === asked)?.id ?? "rules";
  return (
    <div className="page automation">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
      </header>
      <Tabs
        variant="line"
        label={t("page.tabs")}
        items={items}
        selected={selected}
        onSelect={(id) => navigate(`/automation?tab=${id}`, { replace: true })}
      />
    </div>
  );
}
