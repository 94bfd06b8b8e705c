import { useSignals } from "@preact/signals-react/runtime";
import History from "lucide-react/icons/history";
import RotateCw from "lucide-react/icons/rotate-cw";
import { useEffect } from "react";
import { Link } from "react-aria-components/Link";
import type { SentLine } from "#automation/public-api/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { errorOfCode } from "#web/i18n/error-text.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged-table.tsx";
import { messagesApiTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import type { SentList } from "./sent-list.ts";
import { STATE_TONES, sentState } from "./sent-list.ts";

const ALL = 0;

/** The latest messages sent by external programs, with their states. */
export function SentHistory({ sent }: { readonly sent: SentList }) {
  useSignals();
  const t = useText(messagesApiTexts);
  useEffect(() => {
    void connections.open();
    void sent.list.reload();
  }, [sent]);
  const options = [
    { id: ALL, label: t("history.all") },
    ...connections.list.value.map(({ id, name }) => ({ id, label: name })),
  ];
  return (
    <section className="api-history" aria-label={t("history.title")}>
      <div className="page-head">
        <h2>{t("history.title")}</h2>
        <Select
          className="api-filter"
          label={t("history.connection")}
          hideLabel
          options={options}
          value={sent.whatsappId.value ?? ALL}
          onChange={(id) => sent.choose(id === ALL ? null : id)}
        />
        <Button icon={<RotateCw aria-hidden="true" />} onPress={() => void sent.list.reload()}>
          {t("history.refresh")}
        </Button>
      </div>
      <PagedTable
        list={sent.list}
        label={t("history.title")}
        columns={columns(t)}
        rowTone={({ status }) => (status === "failed" ? "danger" : null)}
        empty={
          <EmptyState picture={<History />} title={t("history.emptyTitle")} text={t("history.emptyText")} />
        }
      />
    </section>
  );
}

function columns(t: Translate<typeof pt>): readonly Column<SentLine>[] {
  const nameOf = (id: number) => connections.items.peek(id)?.name ?? "–";
  return [
    {
      id: "contact",
      title: t("history.contact"),
      card: "title",
      cell: ({ contact, ticketUuid }) => (
        <div className="api-contact">
          <Link href={`/tickets/${ticketUuid}`}>{contact.name || contact.number}</Link>
          <span>{contact.number}</span>
        </div>
      ),
    },
    {
      id: "message",
      title: t("history.message"),
      card: "body",
      cell: ({ body, mediaType }) => (
        <span className="api-message">
          {mediaType ? <Chip>{mediaType}</Chip> : null} {body}
        </span>
      ),
    },
    {
      id: "connection",
      title: t("history.connection"),
      card: "named",
      cell: ({ whatsappId }) => nameOf(whatsappId),
    },
    {
      id: "state",
      title: t("history.state"),
      card: "corner",
      cell: (row) => {
        const state = sentState(row);
        return (
          <div className="api-state">
            <Chip tone={STATE_TONES[state]}>{t(`state.${state}`)}</Chip>
            {row.error ? <span>{errorOfCode(row.error)}</span> : null}
          </div>
        );
      },
    },
    {
      id: "time",
      title: t("history.time"),
      card: "named",
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
    },
  ];
}
