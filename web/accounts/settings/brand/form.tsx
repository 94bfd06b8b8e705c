import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { brandScale, contrast, judgeColor, type Theme } from "#provider/branding/colors/contract.ts";
import { type BrandAnswer, BrandBody } from "#provider/branding/contract.ts";
import { language } from "#web/i18n/language.ts";
import { LANGUAGE_TAGS } from "#web/i18n/languages.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ColorField, PALETTE } from "#web/ui/field/color-field.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, useField } from "#web/ui/form/form.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import { dataColor } from "#web/ui/styles/color.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { brandTexts } from "./locales/index.ts";
import { OWNERS, type Whose } from "./owners.ts";

const THEMES: readonly Theme[] = ["light", "dark"];
const shown = (ratio: number) => (Math.floor(ratio * 10) / 10).toLocaleString(LANGUAGE_TAGS[language.value]);

/** Name and colour; the preview shows the colour in both themes before it is saved. */
export function BrandForm({
  whose,
  brand,
  onChange,
}: {
  readonly whose: Whose;
  readonly brand: BrandAnswer;
  readonly onChange: (brand: BrandAnswer) => void;
}) {
  useSignals();
  const t = useText(brandTexts);
  const { path, above } = OWNERS[whose];
  const saved = useStableCallback(onChange);
  // Created once: an uploaded logo changes `brand`, and the input must survive that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const form = useMemo(
    () =>
      new FormModel<BrandBody>({
        initial: { name: brand.name, color: brand.color },
        schema: BrandBody,
        submit: async ({ name, color }) => {
          saved(await api.put<BrandAnswer>(path, { name: name.trim(), color }));
          toast.success(t("brand.saved"));
        },
        onFailure: toast.failure,
        delayMs: ADMIN_SUBMIT_DELAY_MS,
      }),
    [],
  );
  const field = useField(form);
  const { color } = form.values.value;
  const setColor = (next: string) => form.set("color", next);
  return (
    <Form form={form} label={t(`${whose}.title`)} className="brand-form">
      <TextField
        {...field("name")}
        label={t("brand.name")}
        help={t("brand.nameHelp", { name: above.name })}
        placeholder={above.name}
        error={form.problem("name") ? t("brand.nameShort") : null}
      />
      <Switch
        label={t("brand.own")}
        value={color !== ""}
        onChange={(isOn) => setColor(isOn ? PALETTE[0] : "")}
      />
      {color === "" ? null : (
        <>
          <ColorField
            label={t("brand.color")}
            otherLabel={t("brand.other")}
            value={color}
            onChange={setColor}
          />
          <ColorReport color={color} />
        </>
      )}
      <Button variant="primary" type="submit" isPending={form.sending.value}>
        {t("brand.save")}
      </Button>
    </Form>
  );
}

/** The contrast of the chosen and the adjusted colour, and a preview of both themes. */
function ColorReport({ color }: { readonly color: string }) {
  const t = useText(brandTexts);
  const { ratio, isMoved } = judgeColor(color);
  const light = brandScale(color, "light");
  const used = contrast(light.primary, light["primary-ink"]);
  return (
    <>
      <p className="field-help" role="status">
        {t("brand.ratioOwn", { ratio: shown(ratio) })}{" "}
        {isMoved ? t("brand.moved", { ratio: shown(used) }) : t("brand.kept")}
      </p>
      <div className="brand-previews">
        {THEMES.map((theme) => {
          const scale = brandScale(color, theme);
          return (
            <div key={theme} className={`brand-preview brand-preview-${theme}`}>
              <small>{t(`brand.${theme}`)}</small>
              <span className="brand-sample" style={dataColor(scale.primary)}>
                {t("brand.sample")}
              </span>
              <b className="brand-word" style={dataColor(scale.primary)}>
                {t("brand.text")}
              </b>
              <small>
                {t("brand.ratio", { ratio: shown(contrast(scale.primary, scale["primary-ink"])) })}
              </small>
            </div>
          );
        })}
      </div>
    </>
  );
}
