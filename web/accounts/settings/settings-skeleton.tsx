import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Skeleton } from "#web/ui/state/skeleton.tsx";

const ROWS = ["a", "b", "c", "d", "e", "f"] as const;

/** Shown until the options are loaded. */
export function SettingsSkeleton() {
  const t = useText(common);
  return (
    <div className="panel settings-list" aria-busy="true">
      <span className="visually-hidden">{t("state.loading")}</span>
      {ROWS.map((row) => (
        <div key={row} className="setting settings-skeleton-row">
          <Skeleton width="36%" height="16px" />
          <Skeleton width="60%" height="13px" />
        </div>
      ))}
    </div>
  );
}
