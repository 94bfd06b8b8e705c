import { useSignals } from "@preact/signals-react/runtime";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import CalendarClock from "lucide-react/icons/calendar-clock";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import Headset from "lucide-react/icons/headset";
import Hourglass from "lucide-react/icons/hourglass";
import Info from "lucide-react/icons/info";
import Reply from "lucide-react/icons/reply";
import Timer from "lucide-react/icons/timer";
import UserPlus from "lucide-react/icons/user-plus";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { DashboardAnswer, Period, PeriodCounters } from "#inbox/dashboard/contract.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { daysUntil, formatPureDate, formatPureDay } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { figurePath } from "./figure-paths.ts";
import type { DashboardFilter } from "./filter.ts";
import { dashboardTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { formatMinutes } from "./minutes.ts";

const LeadsDialog = lazyLayer(async () => (await import("./leads-dialog.tsx")).LeadsDialog);

/** Cards with the present figures and those of the period, compared with the previous period. */
export function Cards({
  answer,
  filter,
}: {
  readonly answer: DashboardAnswer;
  readonly filter: DashboardFilter;
}) {
  const t = useText(dashboardTexts);
  const [hasLeads, setLeads] = useState(false);
  const { counters, previous, previousPeriod } = answer;
  const change = (key: keyof PeriodCounters, better: "more" | "less") => (
    <ChangeLine now={counters[key]} before={previous[key]} period={previousPeriod} better={better} />
  );
  const now = <p className="dashboard-change">{t("card.now")}</p>;
  return (
    <ul className="dashboard-cards">
      <Card
        name="supportPending"
        path={figurePath("supportPending", filter)}
        icon={<Hourglass />}
        value={counters.supportPending}
        note={now}
      />
      <Card
        name="supportHappening"
        path={figurePath("supportHappening", filter)}
        icon={<Headset />}
        value={counters.supportHappening}
        note={now}
      />
      <Card
        name="supportFinished"
        path={figurePath("supportFinished", filter)}
        icon={<CircleCheck />}
        value={counters.supportFinished}
        note={change("supportFinished", "more")}
      />
      <Card
        name="leads"
        icon={<UserPlus />}
        value={counters.leads}
        note={change("leads", "more")}
        onOpen={() => setLeads(true)}
      />
      <Card
        name="avgSupportTime"
        path={figurePath("avgSupportTime", filter)}
        icon={<Timer />}
        value={formatMinutes(counters.avgSupportTime)}
        note={change("avgSupportTime", "less")}
      />
      <Card
        name="avgWaitTime"
        path={figurePath("avgWaitTime", filter)}
        icon={<Clock />}
        value={formatMinutes(counters.avgWaitTime)}
        note={change("avgWaitTime", "less")}
      />
      <Card
        name="avgFirstResponse"
        path={figurePath("avgFirstResponse", filter)}
        icon={<Reply />}
        value={formatMinutes(counters.avgFirstResponse)}
        note={change("avgFirstResponse", "less")}
      />
      <DueDateCard />
      {hasLeads ? <LeadsDialog filter={filter} onClose={() => setLeads(false)} /> : null}
    </ul>
  );
}

/** The due date of the company's subscription. */
function DueDateCard() {
  useSignals();
  const t = useText(dashboardTexts);
  const dueDate = session.user.value?.company.dueDate ?? null;
  if (dueDate === null)
    return <Card name="dueDate" icon={<CalendarClock />} value={t("card.noDueDate")} note={null} />;
  const left = daysUntil(dueDate);
  const words =
    left > 0 ? t("card.daysLeft", { count: left }) : t(left === 0 ? "card.dueToday" : "card.overdue");
  return (
    <Card
      name="dueDate"
      icon={<CalendarClock />}
      value={formatPureDate(dueDate)}
      note={
        <p className={left < 5 ? "dashboard-change dashboard-change-bad" : "dashboard-change"}>{words}</p>
      }
    />
  );
}

interface ChangeLineProps {
  readonly now: number;
  readonly before: number;
  readonly period: Period;
  /** The direction of change that is an improvement. */
  readonly better: "more" | "less";
}

/** The change against the previous period, with the dates of that period. */
function ChangeLine({ now, before, period, better }: ChangeLineProps) {
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

/** Change of a figure against the previous period; null percent = the previous period has no value. */
interface Change {
  readonly direction: "more" | "less" | "same";
  /** Whole percent, never negative. */
  readonly percent: number | null;
}

export function changeOf(now: number, before: number): Change {
  if (now === before) return { direction: "same", percent: before === 0 ? null : 0 };
  const direction = now > before ? "more" : "less";
  if (before === 0) return { direction, percent: null };
  return { direction, percent: Math.round((Math.abs(now - before) / before) * 100) };
}

type Formula = keyof typeof pt.formula;
interface CardProps {
  readonly name: Formula | "dueDate";
  readonly icon: ReactNode;
  readonly value: string | number;
  readonly note: ReactNode;
  /** Where the rows behind the figure are. */
  readonly path?: string | undefined;
  /** Shows the rows behind the figure. */
  readonly onOpen?: () => void;
}

/** One figure with its name, its formula behind an (i), and a comparison line. */
function Card({ name, icon, value, note, path, onOpen }: CardProps) {
  const t = useText(dashboardTexts);
  const title = t(`card.${name}`);
  const shown = typeof value === "number" ? formatNumber(value) : value;
  return (
    <li className={`panel dashboard-card dashboard-card-${name}`}>
      <span className="dashboard-card-icon" aria-hidden="true">
        {icon}
      </span>
      <h2 className="dashboard-card-name">{title}</h2>
      {name === "dueDate" ? null : (
        <Popover
          label={t("card.how", { name: title })}
          placement="bottom end"
          trigger={
            <IconButton size="s" label={t("card.how", { name: title })} className="dashboard-card-how">
              <Info />
            </IconButton>
          }
        >
          <p className="dashboard-formula">{t(`formula.${name}`)}</p>
        </Popover>
      )}
      <p className="dashboard-card-value">
        {path ? (
          <Link href={path} aria-label={`${shown}, ${t("card.rows", { name: title })}`}>
            {shown}
          </Link>
        ) : onOpen ? (
          <button
            type="button"
            className="dashboard-open"
            aria-label={`${shown}, ${t("card.rows", { name: title })}`}
            onClick={onOpen}
          >
            {shown}
          </button>
        ) : (
          shown
        )}
      </p>
      {note}
    </li>
  );
}
