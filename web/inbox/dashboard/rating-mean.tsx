import { useSignals } from "@preact/signals-react/runtime";
import Star from "lucide-react/icons/star";
import { RATING_SCALES, type RatingScale } from "#inbox/tickets/rating-scales/contract.ts";
import { language } from "#web/i18n/language.ts";
import { LANGUAGE_TAGS } from "#web/i18n/languages.ts";
import { useText } from "#web/i18n/use-text.ts";
import { dashboardTexts } from "./locales/index.ts";

interface Props {
  readonly scale: RatingScale;
  /** The mean; of `nps`, the NPS. Null = not rated. */
  readonly value: number | null;
}

/** A mean as stars, filled in steps of a tenth, or an NPS as a number; the tooltip explains the scale. */
export function RatingMean({ scale, value }: Props) {
  useSignals();
  const t = useText(dashboardTexts);
  if (value === null) return <span className="dashboard-quiet">{t("attendants.notRated")}</span>;
  const shown = value.toLocaleString(LANGUAGE_TAGS[language.value]);
  const hint = t(`attendants.ratingHint.${scale}`);
  if (scale === "nps")
    return (
      <span className="dashboard-number" data-tooltip={hint}>
        {shown}
      </span>
    );
  const { highest } = RATING_SCALES[scale];
  const words = t("attendants.rated", { rate: shown, highest });
  return (
    <span className="stars" role="img" aria-label={`${words} (${hint})`} data-tooltip={hint}>
      {Array.from({ length: highest }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the stars of a scale never change places
        <span key={at} className="star">
          <Star aria-hidden="true" />
          <span
            className="star-full"
            style={{ width: `${Math.round(Math.min(1, Math.max(0, value - at)) * 100)}%` }}
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
