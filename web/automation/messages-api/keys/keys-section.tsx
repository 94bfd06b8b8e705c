import { useSignals } from "@preact/signals-react/runtime";
import KeyRound from "lucide-react/icons/key-round";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useMemo, useState } from "react";
import type { ApiKeyAnswer } from "#accounts/api-keys/contract.ts";
import { messagesApiTexts } from "#web/automation/messages-api/locales/index.ts";
import type pt from "#web/automation/messages-api/locales/pt.json";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { maySetSecrets } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { type Column, DataTable } from "#web/ui/table/data-table.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { KeyDialog } from "./key-dialog.tsx";
import { KeyList } from "./keys-model.ts";
import { OneTimeSecretDialog } from "./one-time-secret-dialog.tsx";

type Open =
  | { readonly kind: "add" }
  | { readonly kind: "created"; readonly key: string }
  | { readonly kind: "revoke"; readonly row: ApiKeyAnswer };

/** The company's API keys: create, see the last use, revoke. */
export function KeysSection() {
  useSignals();
  const t = useText(messagesApiTexts);
  const list = useMemo(() => new KeyList(), []);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => void list.reload(), [list]);
  const close = () => setOpen(null);
  const add = maySetSecrets() ? (
    <Button icon={<Plus aria-hidden="true" />} onPress={() => setOpen({ kind: "add" })}>
      {t("keys.add")}
    </Button>
  ) : null;
  const rows = list.keys.value;
  return (
    <section className="api-history" aria-label={t("keys.title")}>
      <div className="page-head">
        <h2>{t("keys.title")}</h2>
        {rows.length > 0 ? add : null}
      </div>
      <p className="api-lead">{t("keys.text")}</p>
      {list.state.value === "loading" ? <TableSkeleton /> : null}
      {list.state.value === "failed" ? (
        <div className="panel">
          <ErrorState onRetry={() => void list.reload()} />
        </div>
      ) : null}
      {list.state.value === "ready" && rows.length === 0 ? (
        <div className="panel">
          <EmptyState
            picture={<KeyRound />}
            title={t("keys.emptyTitle")}
            text={t("keys.emptyText")}
            action={add}
          />
        </div>
      ) : null}
      {rows.length > 0 ? (
        <DataTable
          label={t("keys.title")}
          columns={columns(t, (row) => setOpen({ kind: "revoke", row }))}
          rows={rows}
          rowKey={({ id }) => id}
        />
      ) : null}
      {open?.kind === "add" ? (
        <KeyDialog
          onClose={close}
          onCreated={(created) => {
            list.add(created);
            setOpen({ kind: "created", key: created.key });
          }}
        />
      ) : null}
      {open?.kind === "created" ? (
        <OneTimeSecretDialog
          title={t("keys.madeTitle")}
          text={t("keys.madeText")}
          secret={open.key}
          onClose={close}
        />
      ) : null}
      {open?.kind === "revoke" ? (
        <Confirm
          title={t("keys.revokeTitle", { name: open.row.name })}
          confirmLabel={t("keys.revoke")}
          onConfirm={async () => {
            await list.revoke(open.row.id);
            toast.success(t("keys.revoked"));
          }}
          onClose={close}
        >
          {t("keys.revokeText")}
        </Confirm>
      ) : null}
    </section>
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
      cell: ({ scopes }) => (
        <div className="api-chips">
          {scopes.map((scope) => (
            <Chip key={scope}>{scope}</Chip>
          ))}
        </div>
      ),
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
