import { useState } from "react";
import { brandScale, contrast, judgeColor, type Theme } from "#branding/colors/contract.ts";
import type { BrandAnswer, BrandBody } from "#branding/contract.ts";
import { LANGUAGE_TAGS } from "#web/i18n/languages.ts";
import { language } from "#web/i18n/start.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { dataColor } from "#web/ui/color.ts";
import { ColorField, PALETTE } from "#web/ui/color-field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { brandTexts } from "./locales/index.ts";
import { OWNERS, type Whose } from "./owners.ts";

const THEMES: readonly Theme[] = ["light", "dark"];
const shown = (ratio: number) => (Math.floor(ratio * 10) / 10).toLocaleString(LANGUAGE_TAGS[language.value]);

/** Name and colour; the preview says what becomes of the colour in both themes before it is saved. */
export function BrandForm({
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
  const [name, setName] = useState(brand.name);
  const [color, setColor] = useState(brand.color);
  const [isSaving, setSaving] = useState(false);
  const isShort = name.trim().length === 1 || name.trim().length > 40;
  const isSame = name.trim() === brand.name && color === brand.color;
  const save = async () => {
    setSaving(true);
    try {
      const body: BrandBody = { name: name.trim(), color };
      onChange(await api.put<BrandAnswer>(path, body));
      toast.success(t("brand.saved"));
    } catch (error) {
      toast.failure(error);
    }
    setSaving(false);
  };
  return (
    <form
      className="brand-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isShort && !isSame && !isSaving) void save();
      }}
    >
      <TextField
        label={t("brand.name")}
        help={t("brand.nameHelp", { name: above.name })}
        placeholder={above.name}
        value={name}
        onChange={setName}
        error={isShort ? t("brand.nameShort") : null}
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
      <Button variant="primary" type="submit" isDisabled={isShort || isSame} isPending={isSaving}>
        {t("brand.save")}
      </Button>
    </form>
  );
}

/** The ratio as chosen, what was made of it, and a look at both themes. */
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
