import { useSignals } from "@preact/signals-react/runtime";
import History from "lucide-react/icons/history";
import KeyRound from "lucide-react/icons/key-round";
import RotateCw from "lucide-react/icons/rotate-cw";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Link } from "react-aria-components/Link";
import type { SentLine } from "#automation/public-api/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { errorOfCode } from "#web/i18n/errors/error-text.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged-table.tsx";
import { type Operation, operationOf } from "./api-document.ts";
import { KeysSection } from "./keys/keys-section.tsx";
import { messagesApiTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { messagesApiCalls, SEND_PATH } from "./messages-api-api.ts";
import { OperationCard } from "./operation-card.tsx";
import { SentList, STATE_TONES, sentState } from "./sent-list.ts";
import { TestPanel } from "./test-panel.tsx";
import { type DeliveryLogDialog, WebhooksSection } from "./webhooks/webhooks-section.tsx";
import "./messages-api.css";

/** The send API: documentation, a test form, and the messages sent (docs/rules/screens.md#other-pages). */
export function MessagesApiPage({ Log }: { readonly Log: DeliveryLogDialog }) {
  const t = useText(messagesApiTexts);
  const sent = useMemo(() => new SentList(), []);
  const onSent = useCallback(() => void sent.list.reload(), [sent]);
  return (
    <div className="page">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
      </header>
      <div className="api-columns">
        <Documentation />
        <TestPanel onSent={onSent} />
      </div>
      <SentHistory sent={sent} />
      <KeysSection />
      <WebhooksSection Log={Log} />
    </div>
  );
}

type State =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "ready"; readonly operations: readonly Operation[] };

const CALLS = [
  { method: "POST", path: SEND_PATH, title: "docs.send", text: "docs.sendText" },
  { method: "GET", path: `${SEND_PATH}/{messageId}`, title: "docs.status", text: "docs.statusText" },
] as const;

/** Documentation of the send API, rendered from the OpenAPI document of this server. */
function Documentation() {
  const t = useText(messagesApiTexts);
  const [state, setState] = useState<State>({ kind: "loading" });
  const read = useCallback(async () => {
    setState({ kind: "loading" });
    try {
      const document = await messagesApiCalls.document();
      const operations = CALLS.flatMap(({ method, path }) => operationOf(document, method, path) ?? []);
      setState({ kind: "ready", operations });
    } catch (error) {
      setState({ kind: "failed", error });
    }
  }, []);
  useEffect(() => void read(), [read]);
  return (
    <div className="api-docs">
      <Callout tone="info" icon={<KeyRound aria-hidden="true" />}>
        {t("docs.token")} <Link href="/connections">{t("test.connections")}</Link>
      </Callout>
      {state.kind === "loading" ? <Skeleton shape="block" height={420} /> : null}
      {state.kind === "failed" ? (
        <div className="panel">
          <ErrorState title={t("docs.failed")} error={state.error} onRetry={() => void read()} />
        </div>
      ) : null}
      {state.kind === "ready"
        ? CALLS.map(({ method, path, title, text }) => {
            const operation = state.operations.find((one) => one.method === method && one.path === path);
            return operation ? (
              <OperationCard key={title} operation={operation} title={t(title)} text={t(text)} />
            ) : null;
          })
        : null}
    </div>
  );
}

const ALL = 0;

/** The latest messages sent by external programs, with their states. */
function SentHistory({ sent }: { readonly sent: SentList }) {
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
