import { useEffect, useState } from "react";
import type { BrandAnswer } from "#provider/branding/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { BrandForm } from "./form.tsx";
import { brandTexts } from "./locales/index.ts";
import { LogoField } from "./logo-field.tsx";
import { OWNERS, type Whose } from "./owners.ts";
import "./brand.css";

export async function loadBrandPanel(): Promise<typeof BrandPanel> {
  await preloadTexts(brandTexts);
  return BrandPanel;
}

export interface BrandPanelProps {
  readonly whose: Whose;
}

/** Name, logo and colour of the product: super users edit the provider's, admins their company's. */
function BrandPanel({ whose }: BrandPanelProps) {
  const t = useText(brandTexts);
  const { path } = OWNERS[whose];
  const [brand, setBrand] = useState<BrandAnswer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = () => {
    setError(null);
    api.get<BrandAnswer>(path).then(setBrand, setError);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the owner never changes while the panel is open
  useEffect(load, []);
  return (
    <section className="panel brand-panel" aria-label={t(`${whose}.title`)}>
      <h2 className="settings-group-title">{t(`${whose}.title`)}</h2>
      <p className="field-help">{t(`${whose}.help`)}</p>
      {error ? (
        <ErrorState title={t("brand.failed")} error={error} onRetry={load} />
      ) : brand ? (
        <>
          <LogoField whose={whose} brand={brand} onChange={setBrand} />
          <BrandForm whose={whose} brand={brand} onChange={setBrand} />
        </>
      ) : (
        <Skeleton shape="block" height="220px" />
      )}
    </section>
  );
}
