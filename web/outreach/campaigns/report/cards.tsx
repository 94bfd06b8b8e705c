import BadgeCheck from "lucide-react/icons/badge-check";
import Cable from "lucide-react/icons/cable";
import CalendarClock from "lucide-react/icons/calendar-clock";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import ListChecks from "lucide-react/icons/list-checks";
import Send from "lucide-react/icons/send-horizontal";
import Users from "lucide-react/icons/users";
import type { ComponentType } from "react";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import type { Campaign } from "#web/outreach/campaigns/campaigns-api.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { reportTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";

interface CardProps {
  readonly name: Exclude<keyof typeof pt.card, "figures">;
  readonly value: string | number;
  readonly icon: ComponentType<{ readonly "aria-hidden"?: "true" }>;
}

/** The figures of the report; those of the confirmation only for campaigns that request one. */
export function CampaignCards({ campaign }: { readonly campaign: Campaign }) {
  const t = useText(reportTexts);
  const words = useText(campaignTexts);
  const { report, confirmation, whatsapp, contactList, tagList, scheduledAt, completedAt } = campaign;
  const cards: readonly CardProps[] = [
    { name: "valid", value: report.valid, icon: Users },
    ...(confirmation
      ? ([
          { name: "confirmationsRequested", value: report.confirmationsRequested, icon: CircleQuestionMark },
          { name: "confirmations", value: report.confirmations, icon: BadgeCheck },
        ] as const)
      : []),
    { name: "delivered", value: report.delivered, icon: Send },
    { name: "connection", value: whatsapp?.name ?? words("row.noConnection"), icon: Cable },
    {
      name: "contactList",
      value: contactList?.name ?? (tagList ? words("row.tag", { name: tagList.name }) : words("row.noList")),
      icon: ListChecks,
    },
    {
      name: "scheduledAt",
      value: scheduledAt ? formatDateTime(scheduledAt) : words("row.noSchedule"),
      icon: CalendarClock,
    },
    {
      name: "completedAt",
      value: completedAt ? formatDateTime(completedAt) : words("row.notCompleted"),
      icon: CircleCheck,
    },
  ];
  return (
    <ul className="report-cards" aria-label={t("card.figures")}>
      {cards.map(({ name, value, icon: Icon }) => (
        <li key={name} className="panel report-card">
          <span className="report-card-icon">
            <Icon aria-hidden="true" />
          </span>
          <h2>{t(`card.${name}`)}</h2>
          <p className={typeof value === "number" ? "report-number" : "report-word"}>
            {typeof value === "number" ? formatNumber(value) : value}
          </p>
        </li>
      ))}
    </ul>
  );
}
