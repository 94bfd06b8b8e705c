import { useSignals } from "@preact/signals-react/runtime";
import MessageSquareText from "lucide-react/icons/message-square-text";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-aria-components/Link";
import type { RecipientAnswer, RecipientState } from "#outreach/campaigns/report/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime, shortMoment } from "#web/lib/format/dates.ts";
import { formatPhone } from "#web/lib/format/phone.ts";
import { Chip, type ChipProps } from "#web/ui/display/chip.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { failureText } from "./failure-text.ts";
import { reportTexts } from "./locales/index.ts";
import type { RecipientsModel } from "./recipients-model.ts";

const TONES: Readonly<Record<RecipientState, NonNullable<ChipProps["tone"]>>> = {
  waiting: "neutral",
  awaiting_confirmation: "waiting",
  queued: "waiting",
  sent: "primary",
  delivered: "primary",
  read: "success",
  replied: "success",
  failed: "danger",
  skipped: "neutral",
  expired: "neutral",
};

interface Props {
  readonly model: RecipientsModel;
  readonly index: number;
  readonly asks: boolean;
}

/** One recipient; a placeholder while its page loads. */
export function RecipientRow({ model, index, asks }: Props) {
  useSignals();
  useEffect(() => model.see(index), [model, index]);
  const recipient = model.at(index);
  return (
    <div className="recipient">
      {recipient ? (
        <Cells recipient={recipient} asks={asks} />
      ) : (
        <span className="recipient-who">
          <Skeleton width="60%" height="14px" />
        </span>
      )}
    </div>
  );
}

function Cells({ recipient, asks }: { readonly recipient: RecipientAnswer; readonly asks: boolean }) {
  const t = useText(reportTexts);
  const { name, number, state, reason, variant, confirmation, ticketUuid } = recipient;
  return (
    <>
      <span className="recipient-who">
        <span className="ellipsis">{name || formatPhone(number)}</span>
        <small className="recipient-small ellipsis">{formatPhone(number)}</small>
      </span>
      <span className="recipient-state">
        <Chip tone={TONES[state]} shape="round">
          {t(`state.${state}`)}
        </Chip>
        {reason ? <small className="recipient-small ellipsis">{failureText(reason, t)}</small> : null}
      </span>
      <Cell title={t("table.variant")}>{variant}</Cell>
      {asks ? (
        <Cell title={t("table.confirmation")}>{confirmation && t(`table.${confirmation}`)}</Cell>
      ) : null}
      <TimeCell at={recipient.deliveredAt} title={t("table.delivered")} />
      <TimeCell at={recipient.receivedAt} title={t("table.received")} />
      <TimeCell at={recipient.readAt} title={t("table.read")} />
      <TimeCell at={recipient.repliedAt} title={t("table.replied")} />
      <span className="recipient-open">
        {ticketUuid ? (
          <Link
            href={`/tickets/${ticketUuid}`}
            aria-label={t("table.ticket", { name: name || number })}
            className="recipient-link"
          >
            <MessageSquareText aria-hidden="true" />
          </Link>
        ) : null}
      </span>
    </>
  );
}

/** A value with its title, shown only to screen readers and on phones; nothing without a value. */
function Cell({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <span className="recipient-cell">
      {children === null ? null : (
        <>
          <span className="recipient-title">{title} </span>
          {children}
        </>
      )}
    </span>
  );
}

const TimeCell = ({ at, title }: { readonly at: string | null; readonly title: string }) => (
  <Cell title={title}>{at && <time title={formatDateTime(at)}>{shortMoment(at)}</time>}</Cell>
);
