import { useSignals } from "@preact/signals-react/runtime";
import CalendarCheck from "lucide-react/icons/calendar-check";
import Clock from "lucide-react/icons/clock";
import ShieldAlert from "lucide-react/icons/shield-alert";
import Timer from "lucide-react/icons/timer";
import Users from "lucide-react/icons/users";
import { type ReactNode, useEffect, useState } from "react";
import type { RiskAnswer } from "#outreach/campaigns/risk/contract.ts";
import { readWindow } from "#web/accounts/settings/values.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";
import { campaignCalls } from "#web/outreach/campaigns/campaigns-api.ts";
import { durationText } from "#web/outreach/campaigns/duration-text.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { waitAfter } from "#web/outreach/campaigns/pacing.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { type CampaignValues, parseLocalTime, writtenSlots } from "./campaign-form.ts";
import { estimate, openSeconds } from "./estimate.ts";
import { type Offers, senderOf } from "./offers.ts";

interface Props {
  readonly form: FormModel<CampaignValues>;
  readonly offers: Offers;
  /** Number of recipients; null while unknown. */
  readonly reach: number | null;
}

/** Number of recipients, duration, end, and the risk of a block for the connection. */
export function Summary({ form, offers, reach }: Props) {
  useSignals();
  const t = useText(campaignTexts);
  const values = form.values.value;
  const sender = senderOf(values.whatsappId);
  const risk = useRisk(sender?.id ?? null);
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
        <small key={reason}>{t(`risk.${reason}`)}</small>
      ))}
      {isSameText ? <small>{t("risk.sameText")}</small> : null}
    </SummaryLine>
  );
}

/** Risk that the network blocks the connection; null while unknown. */
function useRisk(connectionId: number | null): RiskAnswer | null {
  const [risk, setRisk] = useState<RiskAnswer | null>(null);
  useEffect(() => {
    setRisk(null);
    if (connectionId === null) return;
    let isHere = true;
    campaignCalls.risk(connectionId).then(
      (answer) => isHere && setRisk(answer),
      // A failed request is ignored: the dialog works without the risk.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [connectionId]);
  return risk;
}
