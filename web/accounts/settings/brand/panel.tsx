import { useEffect, useRef, useState } from "react";
import { type BrandAnswer, MAX_LOGO_BYTES } from "#provider/branding/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Logo } from "#web/ui/display/logo.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { BrandForm } from "./form.tsx";
import { brandTexts } from "./locales/index.ts";
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

/** The field of the logo: a chosen file is saved at once. */
function LogoField({
  whose,
  brand,
  onChange,
}: {
  readonly whose: Whose;
  readonly brand: BrandAnswer;
  readonly onChange: (brand: BrandAnswer) => void;
}) {
  const t = useText(brandTexts);
  const { path, above } = OWNERS[whose];
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const run = async (work: () => Promise<BrandAnswer>) => {
    setBusy(true);
    try {
      onChange(await work());
      toast.success(t("brand.saved"));
    } catch (error) {
      toast.failure(error);
    }
    setBusy(false);
  };
  const take = (file: File) => {
    setRefused(file.size > MAX_LOGO_BYTES ? t("brand.tooLarge") : null);
    if (file.size <= MAX_LOGO_BYTES) void run(() => send(path, file));
  };
  return (
    <fieldset className="brand-logo field">
      <legend className="field-label">{t("brand.logo")}</legend>
      <div className="brand-logo-row">
        <Logo size="l" of={{ ...above, logoUrl: brand.logoUrl ?? above.logoUrl }} />
        <Button isPending={isBusy} onPress={() => input.current?.click()}>
          {t(brand.logoUrl ? "brand.replace" : "brand.attach")}
        </Button>
        {brand.logoUrl ? (
          <Button
            variant="ghost"
            isDisabled={isBusy}
            onPress={() => void run(() => api.delete<BrandAnswer>(`${path}/logo`))}
          >
            {t("brand.remove")}
          </Button>
        ) : null}
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/webp,image/jpeg"
          aria-label={t("brand.logo")}
          onChange={({ target }) => {
            const file = target.files?.[0];
            // Reset the field: a browser reports no change when the same file is chosen again.
            target.value = "";
            if (file) take(file);
          }}
        />
      </div>
      {refused ? (
        <span className="field-error" role="alert">
          {refused}
        </span>
      ) : (
        <span className="field-help">{t("brand.logoHelp")}</span>
      )}
    </fieldset>
  );
}

function send(path: string, file: File): Promise<BrandAnswer> {
  const form = new FormData();
  form.set("file", file);
  return api.upload<BrandAnswer>(`${path}/logo`, form);
}
