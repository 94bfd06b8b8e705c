import { useEffect, useState } from "react";
import type { BrandAnswer } from "#branding/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BrandForm } from "./form.tsx";
import { brandTexts } from "./locales/index.ts";
import { LogoField } from "./logo-field.tsx";
import "./brand.css";

export async function loadBrandPanel(): Promise<typeof BrandPanel> {
  await preloadTexts(brandTexts);
  return BrandPanel;
}

/** Where super users give the product another name, sign and colour. */
function BrandPanel() {
  const t = useText(brandTexts);
  const [brand, setBrand] = useState<BrandAnswer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = () => {
    setError(null);
    api.get<BrandAnswer>("/brand").then(setBrand, setError);
  };
  useEffect(load, []);
  return (
    <section className="panel brand-panel" aria-label={t("brand.title")}>
      <h2 className="settings-group-title">{t("brand.title")}</h2>
      <p className="field-help">{t("brand.help")}</p>
      {error ? (
        <ErrorState title={t("brand.failed")} error={error} onRetry={load} />
      ) : brand ? (
        <>
          <LogoField brand={brand} onChange={setBrand} />
          <BrandForm brand={brand} onChange={setBrand} />
        </>
      ) : (
        <Skeleton shape="block" height="220px" />
      )}
    </section>
  );
}
