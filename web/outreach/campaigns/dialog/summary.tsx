import { useSignals } from "@preact/signals-react/runtime";
import CalendarCheck from "lucide-react/icons/calendar-check";
import Clock from "lucide-react/icons/clock";
import MessageCircleOff from "lucide-react/icons/message-circle-off";
import ShieldAlert from "lucide-react/icons/shield-alert";
import Timer from "lucide-react/icons/timer";
import Users from "lucide-react/icons/users";
import { type ReactNode, useEffect, useState } from "react";
import type { ReachAnswer } from "#inbox/reach/contract.ts";
import type { RiskAnswer } from "#outreach/campaigns/risk/contract.ts";
import { readWindow } from "#web/accounts/settings/values.ts";
import { useText } from "#web/i18n/use-text.ts";
import { healthTexts } from "#web/inbox/reach/health/locales/index.ts";
import { formatDateTime, shortMoment } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";
import { campaignCalls } from "#web/outreach/campaigns/campaigns-api.ts";
import { durationText } from "#web/outreach/campaigns/duration-text.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { durationOf, type Pace, waitAfter } from "#web/outreach/campaigns/pacing.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { lazy } from "#web/ui/state/lazy.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { type CampaignValues, parseLocalTime, writtenSlots } from "./campaign-form.ts";
import { guessNewChats } from "./new-chats.ts";
import { type Offers, senderOf } from "./offers.ts";

const CampaignEstimate = lazy(
  async () => (await import("#web/inbox/costs/load.ts")).campaignEstimate(),
  () => null,
  { isExtra: true },
);

interface Props {
  readonly form: FormModel<CampaignValues>;
  readonly offers: Offers;
  /** Number of recipients; null while unknown. */
  readonly reach: number | null;
  /** Recipients who never wrote on the connection; null while unknown. */
  readonly cold: number | null;
}

/** Number of recipients, duration, end, and the risk of a block for the connection. */
export function Summary({ form, offers, reach, cold }: Props) {
  useSignals();
  const t = useText(campaignTexts);
  const values = form.values.value;
  const sender = senderOf(values.whatsappId);
  const risk = useAnswer(campaignCalls.risk, sender?.id ?? null);
  const newChats = useAnswer(campaignCalls.reach, sender?.id ?? null);
  const count = reach ?? 0;
  const pace = offers.settings;
  const hours = readWindow(session.setting("campaignWindow") ?? "");
  const cap = risk?.cap ?? 0;
  const sentToday = risk?.sentToday ?? 0;
  const guess = pace && count > 0 ? estimate({ recipients: count, pace, cap, sentToday, hours }) : null;
  const begins = parseLocalTime(values.scheduledAt);
  const every = pace?.longerIntervalAfter ?? 0;
  const plain = pace ? Math.max(1, pace.messageInterval) : 0;
  const longer = pace && every > 0 ? waitAfter(every, pace) : 0;
  return (
    <section className="campaign-summary" aria-label={t("summary.title")}>
      <ul>
        <SummaryLine icon={<Users />}>
          {reach === null ? (
            <Skeleton />
          ) : count > 0 ? (
            <strong>{t("summary.recipients", { count })}</strong>
          ) : (
            t("summary.none")
          )}
          {values.tagListId !== 0 && count > 0 ? <small>{t("summary.byTag")}</small> : null}
        </SummaryLine>
        {guess ? (
          <SummaryLine icon={<Timer />}>
            {guess.kind === "length"
              ? guess.seconds < 60
                ? t("summary.short")
                : t("summary.length", { length: durationText(guess.seconds, t) })
              : t("summary.days", { count: guess.days, perDay: guess.perDay })}
            <small>
              {longer > plain
                ? t("summary.paceLonger", { wait: plain, longer, count: every })
                : t("summary.pace", { wait: plain })}
            </small>
            {values.confirmation && sender?.provider !== "cloud" ? (
              <small>{t("summary.confirmation")}</small>
            ) : null}
          </SummaryLine>
        ) : null}
        {guess?.kind === "length" && begins !== null ? (
          <SummaryLine icon={<CalendarCheck />}>
            {t("summary.end", { time: formatDateTime(begins + guess.seconds * 1000) })}
          </SummaryLine>
        ) : null}
        {openSeconds(hours) < 24 * 3600 ? (
          <SummaryLine icon={<Clock />}>
            {t("summary.window", { from: hours.from, to: hours.to })}
          </SummaryLine>
        ) : null}
        {sender?.provider === "cloud" ? (
          <CampaignEstimate
            connectionId={sender.id}
            templateName={firstTemplate(values)}
            contactListId={values.contactListId}
            tagListId={values.tagListId}
          />
        ) : null}
        {newChats && cold !== null ? <NewChatsLine reach={newChats} cold={cold} /> : null}
        {risk ? (
          <RiskLine
            risk={risk}
            isSameText={
              sender?.provider !== "cloud" &&
              writtenSlots(values).length === 1 &&
              !writtenSlots(values).some((slot) => /\{\w/.test(values[`message${slot}`]))
            }
          />
        ) : null}
      </ul>
    </section>
  );
}

/** The template whose category prices the campaign, as at its start. */
const firstTemplate = (values: CampaignValues): string | null => values.template1?.templateName ?? null;

function SummaryLine({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li>
      <span className="campaign-line-icon" aria-hidden="true">
        {icon}
      </span>
      <div>{children}</div>
    </li>
  );
}

/** Minimum scores of medium and high risk. */
const MEDIUM = 30;
const HIGH = 60;

function RiskLine({ risk, isSameText }: { readonly risk: RiskAnswer; readonly isSameText: boolean }) {
  const t = useText(campaignTexts);
  const why = useText(healthTexts);
  const level = risk.score >= HIGH ? "high" : risk.score >= MEDIUM ? "medium" : "low";
  const tone = { low: "success", medium: "waiting", high: "danger" } as const;
  return (
    <SummaryLine icon={<ShieldAlert />}>
      <span className="campaign-risk">
        {t("risk.title")}
        <Chip tone={tone[level]} shape="round">
          {t(`risk.${level}`)}
        </Chip>
      </span>
      {risk.cap > 0 ? <small>{t("summary.cap", { cap: risk.cap, sent: risk.sentToday })}</small> : null}
      {risk.reasons.map((reason) => (
        <small key={reason}>{why(`reason.${reason}`)}</small>
      ))}
      {isSameText ? <small>{t("risk.sameText")}</small> : null}
    </SummaryLine>
  );
}

/** How many new people the number may write to today (docs/rules/reach.md#budget). */
function NewChatsLine({ reach, cold }: { readonly reach: ReachAnswer; readonly cold: number }) {
  const t = useText(campaignTexts);
  const guess = guessNewChats(reach, cold);
  if (!guess) return null;
  return <SummaryLine icon={<MessageCircleOff />}>{words()}</SummaryLine>;

  function words(): string {
    if (guess?.kind === "held")
      return guess.endsAt
        ? t("summary.newHeld", { time: shortMoment(guess.endsAt) })
        : t("summary.newHeldOpen");
    const { left = 0, days = null } = guess ?? {};
    return days === null
      ? t("summary.newToday", { count: left, total: cold })
      : t("summary.newDays", { left, total: cold, count: days });
  }
}

/** The answer of a call about a connection; null while unknown. */
function useAnswer<Answer>(
  call: (connectionId: number) => Promise<Answer>,
  connectionId: number | null,
): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    setAnswer(null);
    if (connectionId === null) return;
    let isHere = true;
    call(connectionId).then(
      (found) => isHere && setAnswer(found),
      // A failed request is ignored: the dialog works without it.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [call, connectionId]);
  return answer;
}

/** Daily hours in which campaigns may send. */
interface Hours {
  readonly from: string;
  readonly to: string;
}
interface EstimateOptions {
  readonly recipients: number;
  readonly pace: Pace;
  /** Recipients per day; 0 = no limit. */
  readonly cap: number;
  /** Recipients of today that count against the cap. */
  readonly sentToday: number;
  readonly hours: Hours;
}
/** Duration of a campaign: seconds while it fits into a day, else days. */
type Estimate =
  | { readonly kind: "length"; readonly seconds: number }
  | { readonly kind: "days"; readonly days: number; readonly perDay: number };

const DAY_S = 24 * 3600;

/** Sending seconds per day; the hours may cross midnight. */
export function openSeconds({ from, to }: Hours): number {
  const [start, end] = [secondsOf(from), secondsOf(to)];
  return end > start ? end - start : DAY_S - start + end;
}

function secondsOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 3600 + minutes * 60;
}

/** Estimates the duration from pace, daily cap and hours, without confirmations and files. */
export function estimate({ recipients, pace, cap, sentToday, hours }: EstimateOptions): Estimate {
  const seconds = durationOf(recipients, pace);
  const open = openSeconds(hours);
  const left = cap === 0 ? Number.POSITIVE_INFINITY : Math.max(0, cap - sentToday);
  if (seconds <= open && recipients <= left) return { kind: "length", seconds };
  const mean = Math.max(
    seconds / Math.max(1, recipients - 1),
    waitAfter(1, { ...pace, longerIntervalAfter: 0 }),
  );
  const perDay = Math.max(1, Math.min(cap === 0 ? Number.POSITIVE_INFINITY : cap, Math.floor(open / mean)));
  const today = Math.min(left, perDay);
  return { kind: "days", days: 1 + Math.ceil(Math.max(0, recipients - today) / perDay), perDay };
}
