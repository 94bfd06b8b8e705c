import { useSignals } from "@preact/signals-react/runtime";
import Star from "lucide-react/icons/star";
import { language } from "#web/i18n/language.ts";
import { LANGUAGE_TAGS } from "#web/i18n/languages.ts";
import { useText } from "#web/i18n/use-text.ts";
import { dashboardTexts } from "./locales/index.ts";

/** A mean of 1 to 3 as stars, filled to the tenth, with the scale as its hint. */
export function Stars({ rating }: { readonly rating: number | null }) {
  useSignals();
  const t = useText(dashboardTexts);
  if (rating === null) return <span className="dashboard-quiet">{t("attendants.notRated")}</span>;
  const shown = rating.toLocaleString(LANGUAGE_TAGS[language.value]);
  const words = t("attendants.rated", { rate: shown });
  return (
    <span
      className="stars"
      role="img"
      aria-label={`${words} (${t("attendants.ratingHint")})`}
      data-tooltip={t("attendants.ratingHint")}
    >
      {[0, 1, 2].map((at) => (
        <span key={at} className="star">
          <Star aria-hidden="true" />
          <span
            className="star-full"
            style={{ width: `${Math.round(Math.min(1, Math.max(0, rating - at)) * 100)}%` }}
          >
            <Star aria-hidden="true" />
          </span>
        </span>
      ))}
      <span className="stars-words" aria-hidden="true">
        {shown}
      </span>
    </span>
  );
}
