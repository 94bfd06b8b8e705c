import { useSignals } from "@preact/signals-react/runtime";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import ScrollText from "lucide-react/icons/scroll-text";
import Send from "lucide-react/icons/send";
import Trash2 from "lucide-react/icons/trash-2";
import WebhookIcon from "lucide-react/icons/webhook";
import { type ComponentType, useEffect, useMemo, useState } from "react";
import type { WebhookAnswer } from "#automation/integrations/contract.ts";
import { OneTimeSecretDialog } from "#web/automation/messages-api/keys/one-time-secret-dialog.tsx";
import { messagesApiTexts } from "#web/automation/messages-api/locales/index.ts";
import type pt from "#web/automation/messages-api/locales/pt.json";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { maySetSecrets } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { type Column, DataTable } from "#web/ui/table/data-table.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { type WebhookCalls, Webhooks, webhookCalls } from "./webhooks-model.ts";

/** The delivery log of the integrations page; injected, because this feature must not import that one. */
export type DeliveryLogDialog = ComponentType<{
  readonly integration: { readonly id: number; readonly name: string; readonly type: "webhook" };
  readonly calls: Pick<WebhookCalls, "deliveries" | "replay">;
  readonly onClose: () => void;
}>;

type Open =
  | { readonly kind: "save"; readonly row: WebhookAnswer | null }
  | { readonly kind: "created"; readonly secret: string }
  | { readonly kind: "log" | "remove"; readonly row: WebhookAnswer };

/** The company's webhooks: add, test, read the log, delete. */
export function WebhooksSection({ Log }: { readonly Log: DeliveryLogDialog }) {
  useSignals();
  const t = useText(messagesApiTexts);
  const list = useMemo(() => new Webhooks(), []);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => void list.reload(), [list]);
  const close = () => setOpen(null);
  const add = maySetSecrets() ? (
    <Button icon={<Plus aria-hidden="true" />} onPress={() => setOpen({ kind: "save", row: null })}>
      {t("webhooks.add")}
    </Button>
  ) : null;
  const rows = list.rows.value;
  return (
    <section className="api-history" aria-label={t("webhooks.title")}>
      <div className="page-head">
        <h2>{t("webhooks.title")}</h2>
        {rows.length > 0 ? add : null}
      </div>
      <p className="api-lead">{t("webhooks.text")}</p>
      {list.state.value === "loading" ? <TableSkeleton /> : null}
      {list.state.value === "failed" ? (
        <div className="panel">
          <ErrorState onRetry={() => void list.reload()} />
        </div>
      ) : null}
      {list.state.value === "ready" && rows.length === 0 ? (
        <div className="panel">
          <EmptyState
            picture={<WebhookIcon />}
            title={t("webhooks.emptyTitle")}
            text={t("webhooks.emptyText")}
            action={add}
          />
        </div>
      ) : null}
      {rows.length > 0 ? (
        <DataTable
          label={t("webhooks.title")}
          columns={columns(t, setOpen)}
          rows={rows}
          rowKey={({ id }) => id}
        />
      ) : null}
      {open?.kind === "save" ? (
        <WebhookDialog
          row={open.row}
          onClose={close}
          onSaved={(saved, secret) => {
            list.put(saved);
            toast.success(t("webhooks.saved"));
            setOpen(secret === null ? null : { kind: "created", secret });
          }}
        />
      ) : null}
      {open?.kind === "created" ? (
        <OneTimeSecretDialog
          title={t("webhooks.madeTitle")}
          text={t("webhooks.madeText")}
          secret={open.secret}
          onClose={close}
        />
      ) : null}
      {open?.kind === "log" ? (
        <Log
          integration={{ id: open.row.id, name: open.row.name, type: "webhook" }}
          calls={webhookCalls}
          onClose={close}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <ConfirmDelete
          title={t("webhooks.removeTitle", { name: open.row.name })}
          deleted={t("webhooks.removed")}
          onDelete={() => list.remove(open.row.id)}
          onClose={close}
        />
      ) : null}
    </section>
  );
}

/** Sends a sample and shows its result as a toast. */
async function sendSample(t: Translate<typeof pt>, { id, name }: WebhookAnswer): Promise<void> {
  try {
    const { ok, statusCode, error } = await webhookCalls.sample(id);
    const what = statusCode === null ? (error ?? "") : `HTTP ${statusCode}`;
    if (ok) toast.success(t("webhooks.testOk", { name, what }));
    else toast.error(t("webhooks.testFailed", { name, what }));
  } catch (error) {
    toast.failure(error);
  }
}

function columns(t: Translate<typeof pt>, onOpen: (open: Open) => void): readonly Column<WebhookAnswer>[] {
  return [
    {
      id: "name",
      title: t("keys.name"),
      card: "title",
      cell: ({ name, url }) => (
        <div className="api-contact">
          <strong>{name}</strong>
          <span className="api-url">{url}</span>
        </div>
      ),
    },
    {
      id: "events",
      title: t("webhooks.events"),
      card: "body",
      cell: ({ events }) => (
        <div className="api-chips">
          {events.map((event) => (
            <Chip key={event}>{event}</Chip>
          ))}
        </div>
      ),
    },
    {
      id: "actions",
      title: t("webhooks.actions"),
      hideTitle: true,
      card: "body",
      cell: (row) => (
        <div className="api-actions">
          <IconButton label={t("webhooks.test", { name: row.name })} onPress={() => void sendSample(t, row)}>
            <Send />
          </IconButton>
          <IconButton
            label={t("webhooks.log", { name: row.name })}
            onPress={() => onOpen({ kind: "log", row })}
          >
            <ScrollText />
          </IconButton>
          <IconButton
            label={t("webhooks.editNamed", { name: row.name })}
            onPress={() => onOpen({ kind: "save", row })}
          >
            <Pencil />
          </IconButton>
          <IconButton
            variant="danger"
            label={t("webhooks.remove", { name: row.name })}
            onPress={() => onOpen({ kind: "remove", row })}
          >
            <Trash2 />
          </IconButton>
        </div>
      ),
    },
  ];
}
