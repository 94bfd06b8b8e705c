import { useSignals } from "@preact/signals-react/runtime";
import Clock from "lucide-react/icons/clock";
import { useEffect, useState } from "react";
import type { WorkAnswer, WorkTimes } from "#inbox/reports/work/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { type Column, DataTable } from "#web/ui/table/data-table.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { workTexts } from "./locales/index.ts";
import "./work-times.css";

/** Hours and minutes: `7 h 05 min`. */
export function formatWorkTime(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** The columns of times, for people and for days. */
export function useTimeColumns<Row extends WorkTimes>(
  reasons: WorkAnswer["reasons"],
): readonly Column<Row>[] {
  const t = useText(workTexts);
  const nameOf = (id: number | null) =>
    reasons.find((reason) => reason.id === id)?.name ?? t("times.withoutReason");
  const time = (ms: number) => <span className="work-time">{formatWorkTime(ms)}</span>;
  return [
    {
      id: "online",
      title: t("times.online"),
      card: "named",
      sortBy: ({ onlineMs }) => onlineMs,
      sortDown: true,
      cell: ({ onlineMs }) => time(onlineMs),
    },
    {
      id: "paused",
      title: t("times.paused"),
      card: "named",
      sortBy: ({ pausedMs }) => pausedMs,
      sortDown: true,
      cell: ({ pausedMs, pauses }) => (
        <>
          {time(pausedMs)}
          {pauses.map(({ reasonId, ms }) => (
            <small key={reasonId ?? 0} className="work-pauses">
              {t("times.pauseOf", { reason: nameOf(reasonId), time: formatWorkTime(ms) })}
            </small>
          ))}
        </>
      ),
    },
    {
      id: "serving",
      title: t("times.serving"),
      card: "named",
      leaves: "second",
      sortBy: ({ servingMs }) => servingMs,
      sortDown: true,
      cell: ({ servingMs }) => (
        <span className="work-time" data-tooltip={t("times.servingHelp")}>
          {formatWorkTime(servingMs)}
        </span>
      ),
    },
    {
      id: "attendances",
      title: t("times.attendances"),
      card: "named",
      sortBy: ({ attendances }) => attendances,
      sortDown: true,
      cell: ({ attendances }) => formatNumber(attendances),
    },
  ];
}

interface Props {
  readonly userId: number;
  readonly title: string;
  /** Parameters of the period. */
  readonly period: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** The days of one person. */
export function WorkDaysDialog({ userId, title, period, onClose }: Props) {
  const t = useText(workTexts);
  const [answer, setAnswer] = useState<WorkAnswer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const columns = useTimeColumns<NonNullable<WorkAnswer["days"]>[number]>(answer?.reasons ?? []);
  const read = () => {
    setError(null);
    api.get<WorkAnswer>("/reports/work", { query: { ...period, userId } }).then(setAnswer, setError);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(read, []);
  const days = answer?.days ?? [];
  return (
    <Dialog title={title} onClose={onClose} size="l">
      {error ? (
        <ErrorState title={t("times.failed")} error={error} onRetry={read} />
      ) : answer === null ? (
        <TableSkeleton />
      ) : days.length === 0 ? (
        <EmptyState
          picture={<Clock />}
          title={t(answer.isRecorded ? "times.empty" : "times.off")}
          {...(answer.isRecorded && { text: t("times.emptyText") })}
        />
      ) : (
        <DataTable
          label={title}
          rows={days}
          rowKey={({ date }) => date}
          columns={[
            {
              id: "date",
              title: t("times.day"),
              card: "title",
              sortBy: ({ date }) => date,
              cell: ({ date }) => formatPureDate(date),
            },
            ...columns,
          ]}
        />
      )}
    </Dialog>
  );
}

/** The own working times of the last 30 days. */
function OwnTimes({ onClose }: { readonly onClose: () => void }) {
  useSignals();
  const t = useText(workTexts);
  const id = session.user.value?.id ?? 0;
  return <WorkDaysDialog userId={id} title={t("own")} period={{ days: "30" }} onClose={onClose} />;
}

/** The texts are loaded together with the dialog. */
export async function loadOwnTimes() {
  await preloadTexts(workTexts);
  return OwnTimes;
}
