import { useSignals } from "@preact/signals-react/runtime";
import Pencil from "lucide-react/icons/pencil";
import ScrollText from "lucide-react/icons/scroll-text";
import Send from "lucide-react/icons/send";
import Trash2 from "lucide-react/icons/trash-2";
import WebhookIcon from "lucide-react/icons/webhook";
import { type ComponentType, useMemo, useState } from "react";
import { EVENT_TYPES, type WebhookAnswer } from "#automation/integrations/contract.ts";
import { messagesApiTexts } from "#web/automation/messages-api/locales/index.ts";
import type pt from "#web/automation/messages-api/locales/pt.json";
import {
  Chips,
  Choices,
  NewSecret,
  SecretSection,
} from "#web/automation/messages-api/secrets/secret-section.tsx";
import type { Translate } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { useSecretProps } from "#web/ui/field/secret-props.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { createWebhookForm, createWebhookList, type WebhookCalls, webhookCalls } from "./webhooks-model.ts";

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

interface Props {
  /** Null creates a webhook. */
  readonly row: WebhookAnswer | null;
  readonly onSaved: (saved: WebhookAnswer, secret: string | null) => void;
  readonly onClose: () => void;
}

/** Key of an event's text: `message.created` → `message_created`. */
const eventKey = (event: (typeof EVENT_TYPES)[number]) =>
  event.replace(".", "_") as WithUnderscore<typeof event>;
type WithUnderscore<S extends string> = S extends `${infer A}.${infer B}` ? `${A}_${B}` : S;

/** Creates or changes a webhook: name, URL and events. */
export function WebhookDialog({ row, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(messagesApiTexts);
  const words = useText(common);
  const saved = useStableCallback(onSaved);
  const form = useMemo(
    () =>
      createWebhookForm({
        row,
        calls: webhookCalls,
        onSaved: (answer, secret) => saved(answer, secret),
        onFailure: toast.failure,
      }),
    [row, saved],
  );
  const { close, guard } = useUnsavedGuard(form, onClose);
  const field = useField(form);
  const events = field("events");
  const address = useSecretProps(t("webhooks.urlHelp"));
  const title = t(row ? "webhooks.edit" : "webhooks.add");
  return (
    <Dialog title={title} onClose={close}>
      <Form form={form} label={title}>
        <TextField {...field("name")} label={t("keys.name")} isRequired autoFocus={hasKeyboard()} />
        <TextField {...field("url")} type="url" label={t("webhooks.url")} {...address} isRequired />
        <Choices
          legend={t("webhooks.events")}
          options={EVENT_TYPES}
          labelOf={(event) => t(`event.${eventKey(event)}`)}
          value={events.value}
          onChange={events.onChange}
          problem={events.error ? t("webhooks.eventsNeeded") : null}
        />
        <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
      </Form>
      {guard}
    </Dialog>
  );
}
