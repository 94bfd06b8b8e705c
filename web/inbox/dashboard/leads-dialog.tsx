import { useEffect, useMemo } from "react";
import type { LeadsAnswer } from "#inbox/dashboard/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { PagedList } from "#web/lib/lists/paged-list.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { PagedTable } from "#web/ui/table/paged-table.tsx";
import { type DashboardFilter, dashboardQuery } from "./filter.ts";
import { dashboardTexts } from "./locales/index.ts";

type Lead = LeadsAnswer["leads"][number];
interface Props {
  readonly filter: DashboardFilter;
  readonly onClose: () => void;
}

/** The contacts behind the figure of new contacts, newest first. */
export function LeadsDialog({ filter, onClose }: Props) {
  const t = useText(dashboardTexts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter stays while the dialog is open
  const list = useMemo(
    () =>
      new PagedList<Lead>({
        collection: new Collection({ record: "lead", id: "leadId" }),
        fetchPage: async ({ pageNumber, signal }) => {
          const query = { ...dashboardQuery(filter), pageNumber };
          const page = await api.get<LeadsAnswer>("/dashboard/leads", { query, signal });
          return { items: page.leads, hasMore: page.hasMore };
        },
      }),
    [],
  );
  useEffect(() => void list.open(), [list]);
  return (
    <Dialog title={t("card.leads")} size="l" onClose={onClose}>
      <PagedTable<Lead>
        list={list}
        label={t("card.leads")}
        empty={<EmptyState title={t("leads.empty")} />}
        columns={[
          { id: "name", title: t("attendants.name"), card: "title", cell: ({ name }) => name },
          { id: "number", title: t("leads.number"), card: "named", cell: ({ number }) => number },
          {
            id: "created",
            title: t("leads.created"),
            card: "corner",
            cell: ({ createdAt }) => formatDateTime(createdAt),
          },
        ]}
      />
    </Dialog>
  );
}
