import KeyRound from "lucide-react/icons/key-round";
import Trash2 from "lucide-react/icons/trash-2";
import { useMemo, useState } from "react";
import type { ApiKeyAnswer } from "#accounts/api-keys/contract.ts";
import { messagesApiTexts } from "#web/automation/messages-api/locales/index.ts";
import type pt from "#web/automation/messages-api/locales/pt.json";
import { Chips, NewSecret, SecretSection } from "#web/automation/messages-api/secrets/secret-section.tsx";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { KeyDialog } from "./key-dialog.tsx";
import { createKeyList } from "./keys-model.ts";

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
    {
      id: "actions",
      title: t("keys.revoke"),
      hideTitle: true,
      card: "corner",
      cell: (row) => (
        <IconButton
          variant="danger"
          label={t("keys.revokeNamed", { name: row.name })}
          onPress={() => onRevoke(row)}
        >
          <Trash2 />
        </IconButton>
      ),
    },
  ];
}
