import { useCallback, useMemo } from "react";
import type { CockpitAnswer } from "#provider/cockpit/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatPureDate, formatPureDay } from "#web/lib/format/dates.ts";
import { Chart, type ChartShape } from "#web/ui/chart/chart.tsx";
import { cockpitTexts } from "./locales/index.ts";

/** The bar of both sums is drawn first, the sent messages over it. */
const SHAPE: ChartShape = {
  height: 220,
  series: [
    { kind: "bars", color: "--accent" },
    { kind: "bars", color: "--success" },
  ],
  bar: [0.62, 30],
  barRadius: 0.15,
  labelSpace: 48,
  labelSteps: [1, 2, 3, 5, 7],
  axisWidth: 48,
  tipMargin: 110,
};

/** Messages received and sent, one bar for each day. */
export function DaysChart({ days }: { readonly days: CockpitAnswer["days"] }) {
  const t = useText(cockpitTexts);
  const values = useMemo(
    () => [days.map(({ received, sent }) => received + sent), days.map(({ sent }) => sent)],
    [days],
  );
  const label = useCallback((at: number) => formatPureDay(days[at]?.day ?? ""), [days]);
  const tip = useCallback(
    (at: number) => {
      const day = days[at];
      return day ? t("chart.at", { ...day, day: formatPureDate(day.day) }) : null;
    },
    [t, days],
  );
  return <Chart className="cockpit-chart" shape={SHAPE} values={values} label={label} tip={tip} />;
}
