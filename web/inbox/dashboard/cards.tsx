import { useSignals } from "@preact/signals-react/runtime";
import CalendarClock from "lucide-react/icons/calendar-clock";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import Headset from "lucide-react/icons/headset";
import Hourglass from "lucide-react/icons/hourglass";
import Reply from "lucide-react/icons/reply";
import Timer from "lucide-react/icons/timer";
import UserPlus from "lucide-react/icons/user-plus";
import type { DashboardAnswer, PeriodCounters } from "#inbox/dashboard/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { daysUntil, formatPureDate } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";
import { Card } from "./card.tsx";
import { ChangeLine } from "./change-line.tsx";
import { dashboardTexts } from "./locales/index.ts";
import { formatMinutes } from "./minutes.ts";

/** The figures at a glance: what is now, what the period brought, and how that compares. */
export function Cards({ answer }: { readonly answer: DashboardAnswer }) {
  const t = useText(dashboardTexts);
  const { counters, previous, previousPeriod } = answer;
  const change = (key: keyof PeriodCounters, better: "more" | "less") => (
    <ChangeLine now={counters[key]} before={previous[key]} period={previousPeriod} better={better} />
  );
  const now = <p className="dashboard-change">{t("card.now")}</p>;
  return (
    <ul className="dashboard-cards">
      <Card name="supportPending" icon={<Hourglass />} value={counters.supportPending} note={now} />
      <Card name="supportHappening" icon={<Headset />} value={counters.supportHappening} note={now} />
      <Card
        name="supportFinished"
        icon={<CircleCheck />}
        value={counters.supportFinished}
        note={change("supportFinished", "more")}
      />
      <Card name="leads" icon={<UserPlus />} value={counters.leads} note={change("leads", "more")} />
      <Card
        name="avgSupportTime"
        icon={<Timer />}
        value={formatMinutes(counters.avgSupportTime)}
        note={change("avgSupportTime", "less")}
      />
      <Card
        name="avgWaitTime"
        icon={<Clock />}
        value={formatMinutes(counters.avgWaitTime)}
        note={change("avgWaitTime", "less")}
      />
      <Card
        name="avgFirstResponse"
        icon={<Reply />}
        value={formatMinutes(counters.avgFirstResponse)}
        note={change("avgFirstResponse", "less")}
      />
      <DueDateCard />
    </ul>
  );
}

/** When the company's subscription is due. */
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
