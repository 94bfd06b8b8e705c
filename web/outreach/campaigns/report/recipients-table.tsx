import { useSignals } from "@preact/signals-react/runtime";
import MessageSquareText from "lucide-react/icons/message-square-text";
import { type ReactNode, useEffect, useMemo } from "react";
import { Link } from "react-aria-components/Link";
import { Virtualizer } from "virtua";
import {
  RECIPIENT_STATES,
  type RecipientAnswer,
  type RecipientState,
} from "#outreach/campaigns/report/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime, shortMoment } from "#web/lib/format/dates.ts";
import { formatPhone } from "#web/lib/format/phone.ts";
import type { Campaign } from "#web/outreach/campaigns/campaigns-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip, type ChipProps } from "#web/ui/display/chip.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { failureText } from "./failure-text.ts";
import { reportTexts } from "./locales/index.ts";
import type { RecipientsModel } from "./recipients-model.ts";

interface Props {
  readonly model: RecipientsModel;
  readonly campaign: Campaign;
}

/** The recipients, filtered by state; only visible rows are rendered and loaded. */
export function RecipientsTable({ model, campaign }: Props) {
  useSignals();
  const t = useText(reportTexts);
  const { report } = campaign;
  const states = RECIPIENT_STATES.filter(
    (state) => (report.states[state] ?? 0) > 0 || state === model.filter.value,
  );
  return (
    <div className="panel report-recipients">
      <header className="report-recipients-head">
        <h2>{t("table.title")}</h2>
        <TextField
          type="search"
          className="list-search"
          label={t("table.search")}
          placeholder={t("table.search")}
          value={model.search.value}
          onChange={(text) => model.setSearch(text)}
        />
        <Select
          label={t("table.filter")}
          hideLabel
          value={model.filter.value || "all"}
          onChange={(id) => model.filterBy(states.find((state) => state === id) ?? "")}
          options={[
            { id: "all", label: `${t("table.all")} (${report.total})` },
            ...states.map((state) => ({
              id: state as string,
              label: `${t(`state.${state}`)} (${report.states[state] ?? 0})`,
            })),
          ]}
        />
      </header>
      <Rows model={model} campaign={campaign} />
    </div>
  );
}

function Rows({ model, campaign }: Props) {
  useSignals();
  const t = useText(reportTexts);
  const words = useText(common);
  const count = model.count.value;
  // The list needs only the length; each row reads its content from the model.
  const places = useMemo(() => Array.from({ length: count ?? 0 }, (_, index) => index), [count]);
  if (model.failed.value && count === null) {
    return (
      <EmptyState
        title={t("table.failed")}
        action={<Button onPress={() => model.refresh()}>{words("action.tryAgain")}</Button>}
      />
    );
  }
  if (count === null) return <TableSkeleton />;
  if (count === 0) {
    const isFiltered = model.filter.value !== "" || model.search.value !== "";
    return <EmptyState title={t(isFiltered ? "table.nothing" : "table.empty")} />;
  }
  const asks = campaign.confirmation;
  const titles = [
    t("table.who"),
    t("table.state"),
    t("table.variant"),
    ...(asks ? [t("table.confirmation")] : []),
    t("table.delivered"),
    t("table.received"),
    t("table.read"),
    t("table.replied"),
    t("table.open"),
  ];
  return (
    <div className="recipients" data-asks={asks || undefined}>
      <div className="recipient recipients-titles" aria-hidden="true">
        {titles.map((title) => (
          <span key={title}>{title}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="recipients-rows" tabIndex={0} aria-label={t("table.title")}>
        <Virtualizer as="ul" item="li" data={places} bufferSize={300} itemSize={57}>
          {(index) => <RecipientRow key={index} model={model} index={index} asks={asks} />}
        </Virtualizer>
      </section>
    </div>
  );
}

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

interface RecipientRowProps {
  readonly model: RecipientsModel;
  readonly index: number;
  readonly asks: boolean;
}

/** One recipient; a placeholder while its page loads. */
function RecipientRow({ model, index, asks }: RecipientRowProps) {
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
