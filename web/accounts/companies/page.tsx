import { useText } from "#web/i18n/use-text.ts";
import { CompaniesTab } from "./companies-tab.tsx";
import { companyTexts } from "./locales/index.ts";

/** The companies of this installation on their own page; for super users. */
export function CompaniesPage() {
  const t = useText(companyTexts);
  return (
    <div className="page">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
      </header>
      <CompaniesTab />
    </div>
  );
}
