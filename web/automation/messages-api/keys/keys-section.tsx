import { useSignals } from "@preact/signals-react/runtime";
import KeyRound from "lucide-react/icons/key-round";
import Trash2 from "lucide-react/icons/trash-2";
import { useMemo, useState } from "react";
import { type ApiKeyAnswer, type ApiKeyMade, SCOPES, type Scope } from "#accounts/api-keys/contract.ts";
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
import { formatDateTime } from "#web/lib/format/dates.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { actionsColumn } from "#web/ui/table/row-actions.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { createKeyForm, createKeyList, keyCalls } from "./keys-model.ts";

type Open =
  | { readonly kind: "add" }
  | { readonly kind: "created"; readonly key: string }
  | { readonly kind: "revoke"; readonly row: ApiKeyAnswer };

/** The company's API keys: create, see the last use, revoke. */
export function KeysSection() {
  const t = useText(messagesApiTexts);
  const list = useMemo(() => createKeyList(), []);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <SecretSection
      kind="keys"
      list={list}
      picture={<KeyRound />}
      columns={columns(t, (row) => setOpen({ kind: "revoke", row }))}
      onAdd={() => setOpen({ kind: "add" })}
    >
      {open?.kind === "add" ? (
        <KeyDialog
          onClose={close}
          onCreated={({ key, ...created }) => {
            list.put(created);
            setOpen({ kind: "created", key });
          }}
        />
      ) : null}
      {open?.kind === "created" ? <NewSecret kind="keys" secret={open.key} onClose={close} /> : null}
      {open?.kind === "revoke" ? (
        <Confirm
          title={t("keys.revokeTitle", { name: open.row.name })}
          confirmLabel={t("keys.revoke")}
          onConfirm={async () => {
            await list.remove(open.row.id);
            toast.success(t("keys.revoked"));
          }}
          onClose={close}
        >
          {t("keys.revokeText")}
        </Confirm>
      ) : null}
    </SecretSection>
  );
}

function columns(
  t: Translate<typeof pt>,
  onRevoke: (row: ApiKeyAnswer) => void,
): readonly Column<ApiKeyAnswer>[] {
  return [
    {
      id: "name",
      title: t("keys.name"),
      card: "title",
      cell: ({ name, last4 }) => (
        <div className="api-contact">
          <strong>{name}</strong>
          <span>
            <code>{`blc_…${last4}`}</code>
          </span>
        </div>
      ),
    },
    {
      id: "scopes",
      title: t("keys.scopes"),
      card: "body",
      cell: ({ scopes }) => <Chips values={scopes} />,
    },
    {
      id: "used",
      title: t("keys.lastUsed"),
      card: "named",
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <time dateTime={lastUsedAt}>{formatDateTime(lastUsedAt)}</time> : t("keys.never"),
    },
    {
      id: "creator",
      title: t("keys.createdBy"),
      card: "named",
      cell: ({ createdBy }) =>
        !createdBy
          ? t("keys.creatorUnknown")
          : createdBy.isDeleted
            ? t("keys.creatorDeleted", { name: createdBy.name })
            : createdBy.name,
    },
    {
      id: "created",
      title: t("keys.created"),
      card: "named",
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
    },
    actionsColumn(t("keys.revoke"), (row) => (
      <IconButton
        variant="danger"
        label={t("keys.revokeNamed", { name: row.name })}
        onPress={() => onRevoke(row)}
      >
        <Trash2 />
      </IconButton>
    )),
  ];
}

/** Keys of texts must not contain colons, which separate the namespace. */
type WithUnderscore<S extends string> = S extends `${infer A}:${infer B}` ? `${A}_${B}` : S;
const scopeKey = (scope: Scope) => scope.replace(":", "_") as WithUnderscore<Scope>;

interface KeyDialogProps {
  readonly onCreated: (created: ApiKeyMade) => void;
  readonly onClose: () => void;
}

function KeyDialog({ onCreated, onClose }: KeyDialogProps) {
  useSignals();
  const t = useText(messagesApiTexts);
  const words = useText(common);
  const created = useStableCallback(onCreated);
  const form = useMemo(
    () =>
      createKeyForm({
        make: keyCalls.make,
        onCreated: (key) => created(key),
        onFailure: toast.failure,
      }),
    [created],
  );
  const { close, guard } = useUnsavedGuard(form, onClose);
  const field = useField(form);
  const scopes = field("scopes");
  return (
    <Dialog title={t("keys.add")} onClose={close}>
      <Form form={form} label={t("keys.add")}>
        <TextField
          {...field("name")}
          label={t("keys.name")}
          help={t("keys.nameHelp")}
          isRequired
          autoFocus={hasKeyboard()}
        />
        <Choices
          legend={t("keys.scopes")}
          options={SCOPES}
          labelOf={(scope) => t(`scope.${scopeKey(scope)}`)}
          value={scopes.value}
          onChange={scopes.onChange}
          problem={scopes.error ? t("keys.scopesNeeded") : null}
        />
        <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
      </Form>
      {guard}
    </Dialog>
  );
}
