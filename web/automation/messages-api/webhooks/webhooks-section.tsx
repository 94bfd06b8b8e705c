import Pencil from "lucide-react/icons/pencil";
import ScrollText from "lucide-react/icons/scroll-text";
import Send from "lucide-react/icons/send";
import Trash2 from "lucide-react/icons/trash-2";
import WebhookIcon from "lucide-react/icons/webhook";
import { type ComponentType, useMemo, useState } from "react";
import type { WebhookAnswer } from "#automation/integrations/contract.ts";
import { messagesApiTexts } from "#web/automation/messages-api/locales/index.ts";
import type pt from "#web/automation/messages-api/locales/pt.json";
import { Chips, NewSecret, SecretSection } from "#web/automation/messages-api/secrets/secret-section.tsx";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { createWebhookList, type WebhookCalls, webhookCalls } from "./webhooks-model.ts";

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
  const t = useText(messagesApiTexts);
  const list = useMemo(() => createWebhookList(), []);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <SecretSection
      kind="webhooks"
      list={list}
      picture={<WebhookIcon />}
      columns={columns(t, setOpen)}
      onAdd={() => setOpen({ kind: "save", row: null })}
    >
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
      {open?.kind === "created" ? <NewSecret kind="webhooks" secret={open.secret} onClose={close} /> : null}
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
    </SecretSection>
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
      cell: ({ events }) => <Chips values={events} />,
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
