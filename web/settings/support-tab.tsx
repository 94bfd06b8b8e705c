import LifeBuoy from "lucide-react/icons/life-buoy";
import { useEffect, useState } from "react";
import type { SupportAccess } from "#auth/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/dates.ts";
import { Callout } from "#web/ui/callout.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { TableSkeleton } from "#web/ui/paged-table.tsx";
import { settingsTexts } from "./locales/index.ts";

/** When the provider's support was in the company, for its admins. */
export function SupportTab() {
  const t = useText(settingsTexts);
  const [found, setFound] = useState<readonly SupportAccess[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: trying again reads anew
  useEffect(() => {
    setFailure(null);
    api.get<readonly SupportAccess[]>("/support").then(setFound, setFailure);
  }, [turn]);
  if (failure) {
    return (
      <div className="panel">
        <ErrorState error={failure} onRetry={() => setTurn(turn + 1)} />
      </div>
    );
  }
  if (!found) return <TableSkeleton />;
  return (
    <div className="super-tab">
      <Callout tone="info" icon={<LifeBuoy aria-hidden="true" />}>
        {t("support.help")}
      </Callout>
      {found.length === 0 ? (
        <div className="panel">
          <EmptyState picture={<LifeBuoy />} title={t("support.emptyTitle")} text={t("support.emptyText")} />
        </div>
      ) : (
        <DataTable
          label={t("page.support")}
          rows={found}
          rowKey={({ id }) => id}
          columns={[
            { id: "name", title: t("support.who"), card: "title", cell: ({ name }) => <b>{name}</b> },
            {
              id: "started",
              title: t("support.started"),
              card: "named",
              cell: ({ startedAt }) => formatDateTime(startedAt),
            },
            {
              id: "ended",
              title: t("support.ended"),
              card: "named",
              cell: ({ endedAt }) =>
                endedAt ? formatDateTime(endedAt) : <Chip tone="waiting">{t("support.now")}</Chip>,
            },
            { id: "ip", title: t("support.ip"), card: "named", cell: ({ ip }) => ip },
          ]}
        />
      )}
    </div>
  );
}
