import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { SlaReportClocks } from "#inbox/sla/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { shortMoment } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { slaReportTexts } from "./locales/index.ts";

type Clock = SlaReportClocks["clocks"][number];

interface Props {
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** The tickets behind a figure of the SLA report, newest first. */
export function ClocksDialog({ title, query, onClose }: Props) {
  const t = useText(slaReportTexts);
  const [clocks, setClocks] = useState<readonly Clock[] | null>(null);
  const [pageNumber, setPageNumber] = useState(1);
  const [hasMore, setMore] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog is mounted again for another figure
  useEffect(() => {
    let isCurrent = true;
    api.get<SlaReportClocks>("/sla/report/clocks", { query: { ...query, pageNumber } }).then((page) => {
      if (!isCurrent) return;
      setClocks((before) => [...(before ?? []), ...page.clocks]);
      setMore(page.hasMore);
    }, toast.failure);
    return () => {
      isCurrent = false;
    };
  }, [pageNumber]);
  return (
    <Dialog title={title} size="l" onClose={onClose}>
      {clocks === null ? (
        <TableSkeleton />
      ) : (
        <DataTable<Clock>
          label={title}
          rows={clocks}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "contact",
              title: t("column.contact"),
              card: "title",
              cell: ({ uuid, contact }) => (
                <Link className="report-figure ellipsis" href={`/tickets/${uuid}`} dir="auto">
                  {contact}
                </Link>
              ),
            },
            {
              id: "policy",
              title: t("column.policy"),
              card: "named",
              leaves: "first",
              cell: ({ policy }) => policy,
            },
            {
              id: "user",
              title: t("column.user"),
              card: "named",
              leaves: "second",
              cell: ({ user }) => user ?? t("none.user"),
            },
            {
              id: "due",
              title: t("column.due"),
              card: "corner",
              cell: ({ dueAt }) => shortMoment(dueAt, Date.now()),
            },
          ]}
        />
      )}
      {hasMore ? <Button onPress={() => setPageNumber(pageNumber + 1)}>{t("more")}</Button> : null}
    </Dialog>
  );
}
