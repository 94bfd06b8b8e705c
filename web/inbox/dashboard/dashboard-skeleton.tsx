import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Skeleton } from "#web/ui/state/skeleton.tsx";

const CARDS = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;

/** Placeholder until the first figures are loaded; of the same size, so that the layout does not move. */
export function DashboardSkeleton() {
  const t = useText(common);
  return (
    <div className="dashboard-figures" aria-busy="true">
      <span className="visually-hidden">{t("state.loading")}</span>
      <div className="dashboard-cards">
        {CARDS.map((card) => (
          <div key={card} className="panel dashboard-card">
            <Skeleton width="60%" height="16px" />
            <Skeleton width="40%" height="30px" />
            <Skeleton width="70%" height="14px" />
          </div>
        ))}
      </div>
      <div className="panel dashboard-hours">
        <Skeleton width="180px" height="20px" />
        <div className="hours-chart" />
      </div>
    </div>
  );
}
