import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import type { Period } from "#inbox/dashboard/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatPureDay } from "#web/lib/format/dates.ts";
import { changeOf } from "./change.ts";
import { dashboardTexts } from "./locales/index.ts";

interface Props {
  readonly now: number;
  readonly before: number;
  readonly period: Period;
  /** Which way is good news. */
  readonly better: "more" | "less";
}

/** The change against the period before; the tooltip names that period. */
export function ChangeLine({ now, before, period, better }: Props) {
  const t = useText(dashboardTexts);
  const { direction, percent } = changeOf(now, before);
  if (percent === null) return <p className="dashboard-change">{t("change.none")}</p>;
  if (direction === "same") return <p className="dashboard-change">{t("change.same")}</p>;
  const Arrow = direction === "more" ? ArrowUp : ArrowDown;
  const tone = direction === better ? "good" : "bad";
  return (
    <p className={`dashboard-change dashboard-change-${tone}`}>
      <Arrow aria-hidden="true" />
      <span>
        {t(`change.${direction}`, {
          percent,
          from: formatPureDay(period.from),
          to: formatPureDay(period.to),
        })}
      </span>
    </p>
  );
}
