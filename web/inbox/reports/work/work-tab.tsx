import { useSignals } from "@preact/signals-react/runtime";
import Clock from "lucide-react/icons/clock";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { WorkAnswer } from "#inbox/reports/work/contract.ts";
import { workTexts } from "#web/accounts/work-times/locales/index.ts";
import { PauseDialog } from "#web/accounts/work-times/pause-dialog.tsx";
import { ReasonsDialog } from "#web/accounts/work-times/reasons-dialog.tsx";
import { workCalls } from "#web/accounts/work-times/work-api.ts";
import { useTimeColumns, WorkDaysDialog } from "#web/accounts/work-times/work-days.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { type FilterProps, PeriodFields } from "#web/inbox/reports/filter-bar.tsx";
import { reportQuery } from "#web/inbox/reports/report-url.ts";
import { colleagues } from "#web/inbox/tickets/reference-data.ts";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { PresenceDot, presenceOf } from "#web/ui/display/presence-dot.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";

type Person = WorkAnswer["people"][number];
type Open = { readonly kind: "days" | "pause"; readonly user: Person["user"] } | { readonly kind: "reasons" };

/** The tab Jornada: working times of the people whom the reader leads (docs/rules/work-times.md#report). */
export function WorkTab({ filter, onChange }: FilterProps) {
  useSignals();
  const t = useText(workTexts);
  const [answer, setAnswer] = useState<WorkAnswer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const [open, setOpen] = useState<Open | null>(null);
  const { days, date_from, date_to } = reportQuery(filter);
  const period = { ...(days && { days }), ...(date_from && { date_from }), ...(date_to && { date_to }) };
  const asked = new URLSearchParams(period).toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry reads again
  useEffect(() => {
    let isCurrent = true;
    setError(null);
    api.get<WorkAnswer>(`/reports/work?${asked}`).then(
      (found) => isCurrent && setAnswer(found),
      (problem) => isCurrent && setError(problem),
    );
    return () => {
      isCurrent = false;
    };
  }, [asked, tries]);
  useEffect(() => void colleagues.need(), []);
  const isAdmin = session.can("drawer-admin-items:view");
  const close = () => setOpen(null);
  const hasTimes = answer?.people.some(({ onlineMs, pausedMs }) => onlineMs + pausedMs > 0) ?? false;
  return (
    <>
      <search className="panel report-filter" aria-label={t("tab")}>
        <PeriodFields filter={filter} onChange={onChange} />
        {isAdmin ? <Button onPress={() => setOpen({ kind: "reasons" })}>{t("reasons.title")}</Button> : null}
      </search>
      {error ? (
        <div className="panel">
          <ErrorState title={t("times.failed")} error={error} onRetry={() => setTries(tries + 1)} />
        </div>
      ) : answer === null ? (
        <TableSkeleton />
      ) : !answer.isRecorded && !hasTimes ? (
        <div className="panel">
          <EmptyState
            picture={<Clock />}
            title={t("times.off")}
            text={t("times.offText")}
            action={
              isAdmin ? (
                <Link href="/settings" className="button button-secondary button-m">
                  {t("times.toSettings")}
                </Link>
              ) : null
            }
          />
        </div>
      ) : (
        <People answer={answer} onOpen={setOpen} />
      )}
      {open?.kind === "reasons" ? <ReasonsDialog onClose={close} /> : null}
      {open?.kind === "days" ? (
        <WorkDaysDialog
          userId={open.user.id}
          title={t("times.daysOf", { name: open.user.name })}
          period={period}
          onClose={close}
        />
      ) : null}
      {open?.kind === "pause" ? (
        <PauseDialog
          title={t("pause.titleOf", { name: open.user.name })}
          onChoose={(reasonId) => workCalls.setAway(open.user.id, true, reasonId)}
          onClose={close}
        />
      ) : null}
    </>
  );
}

function People({ answer, onOpen }: { readonly answer: WorkAnswer; readonly onOpen: (open: Open) => void }) {
  useSignals();
  const t = useText(workTexts);
  const columns = useTimeColumns<Person>(answer.reasons);
  return (
    <DataTable<Person>
      label={t("tab")}
      rows={answer.people}
      rowKey={({ user }) => user.id}
      columns={[
        {
          id: "name",
          title: t("times.person"),
          card: "title",
          sortBy: ({ user }) => user.name,
          cell: ({ user }) => (
            <Button
              size="s"
              variant="ghost"
              aria-label={t("times.show", { name: user.name })}
              onPress={() => onOpen({ kind: "days", user })}
            >
              {user.name}
            </Button>
          ),
        },
        {
          id: "now",
          title: t("times.now"),
          card: "body",
          leaves: "first",
          cell: ({ user }) => <Now userId={user.id} />,
        },
        ...columns,
        {
          id: "pause",
          title: t("times.pauseNow"),
          hideTitle: true,
          card: "corner",
          cell: ({ user }) => <PauseButton user={user} onPause={() => onOpen({ kind: "pause", user })} />,
        },
      ]}
    />
  );
}

function Now({ userId }: { readonly userId: number }) {
  useSignals();
  const t = useText(workTexts);
  const user = colleagues.get(userId);
  if (!user) return null;
  const presence = presenceOf(user);
  const words = { online: t("times.isOnline"), away: t("times.isPaused"), offline: t("times.isOffline") };
  return (
    <span className="work-now">
      <PresenceDot presence={presence} />
      {presence === "away" && user.pauseReason ? user.pauseReason.name : words[presence]}
    </span>
  );
}

function PauseButton({ user, onPause }: { readonly user: Person["user"]; readonly onPause: () => void }) {
  useSignals();
  const t = useText(workTexts);
  const known = colleagues.get(user.id);
  if (!known) return null;
  const name = { name: user.name };
  return known.away ? (
    <Button
      size="s"
      aria-label={t("times.comeBackOf", name)}
      onPress={() => void workCalls.setAway(user.id, false, null).catch(toast.failure)}
    >
      {t("times.comeBack")}
    </Button>
  ) : (
    <Button size="s" variant="ghost" aria-label={t("times.pauseNowOf", name)} onPress={onPause}>
      {t("times.pauseNow")}
    </Button>
  );
}
