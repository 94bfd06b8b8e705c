import { useSignals } from "@preact/signals-react/runtime";
import Blocks from "lucide-react/icons/blocks";
import FlaskConical from "lucide-react/icons/flask-conical";
import ScrollText from "lucide-react/icons/scroll-text";
import { useEffect, useState } from "react";
import type { IntegrationAnswer, IntegrationMade } from "#automation/integrations/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { actionsColumn, RowActions } from "#web/ui/table/row-actions.tsx";
import { integrationCalls } from "./integrations-api.ts";
import { integrationTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { TypeLogo } from "./type-logo.tsx";
import "./integrations.css";

/** The company's integrations, sorted by name. */
const integrations = new LiveList<IntegrationAnswer>({
  path: "/queueIntegration",
  name: "queueIntegrations",
  channel: "queueIntegration",
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
});

const IntegrationDialog = lazyLayer(async () => (await import("./integration-dialog.tsx")).IntegrationDialog);
const OneTimeSecret = lazyLayer(
  async () => (await import("#web/ui/overlay/one-time-secret.tsx")).OneTimeSecret,
);
const LogDialog = lazyLayer(async () => (await import("./log-dialog.tsx")).LogDialog);
const TestDialog = lazyLayer(async () => (await import("./test-dialog.tsx")).TestDialog);

/** The open dialog and its integration. */
export type Open =
  | { readonly kind: "add" }
  | { readonly kind: "secret"; readonly secret: string }
  | { readonly kind: "edit" | "log" | "test" | "remove"; readonly id: number };

/**
 * The page of the company's integrations: add, edit, test, read the log, delete (docs/rules/screens.md#other-pages).
 */
export function IntegrationsPage() {
  useSignals();
  const t = useText(integrationTexts);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => integrations.open(), []);
  return (
    <ListPage<IntegrationAnswer>
      title={t("page.title")}
      list={integrations.list}
      columns={integrationColumns(t, setOpen)}
      search={t("page.search")}
      add={t("page.add")}
      onAdd={() => setOpen({ kind: "add" })}
      picture={<Blocks />}
      emptyTitle={t("page.emptyTitle")}
      emptyText={t("page.emptyText")}
    >
      {open ? <Overlay open={open} onOpen={setOpen} /> : null}
    </ListPage>
  );
}

interface OverlayProps {
  readonly open: Open;
  readonly onOpen: (open: Open | null) => void;
}

/** The open dialog; it closes when its integration is deleted. */
function Overlay({ open, onOpen }: OverlayProps) {
  useSignals();
  const t = useText(integrationTexts);
  const close = () => onOpen(null);
  const saved = ({ secret, ...integration }: IntegrationMade) => {
    integrations.put(integration);
    onOpen(secret ? { kind: "secret", secret } : null);
  };
  const renewed = (secret: string) => onOpen({ kind: "secret", secret });
  if (open.kind === "add")
    return <IntegrationDialog integration={null} onSaved={saved} onRenewed={renewed} onClose={close} />;
  if (open.kind === "secret")
    return (
      <OneTimeSecret
        title={t("secret.title")}
        text={t("secret.text")}
        secret={open.secret}
        copyLabel={t("secret.copy")}
        copied={t("secret.copied")}
        notCopied={t("secret.notCopied")}
        note={t("secret.how")}
        onClose={close}
      />
    );
  const integration = integrations.items.get(open.id);
  if (!integration) return null;
  const given = { integration, onClose: close };
  if (open.kind === "edit") return <IntegrationDialog {...given} onSaved={saved} onRenewed={renewed} />;
  if (open.kind === "log") return <LogDialog {...given} />;
  if (open.kind === "test") return <TestDialog {...given} />;
  return (
    <ConfirmDelete
      title={t("remove.title", { name: integration.name })}
      deleted={t("remove.deleted")}
      onDelete={async () => {
        await integrationCalls.remove(integration.id);
        integrations.remove(integration.id);
      }}
      onClose={close}
    >
      <p>{t("remove.text")}</p>
    </ConfirmDelete>
  );
}

/** Columns of the table (docs/rules/screens.md#other-pages). */
function integrationColumns(
  t: Translate<typeof pt>,
  onOpen: (open: Open) => void,
): readonly Column<IntegrationAnswer>[] {
  return [
    {
      id: "type",
      title: t("column.type"),
      card: "body",
      sortBy: ({ type }) => t(`type.${type}`),
      cell: ({ type }) => (
        <span className="integration-type">
          <TypeLogo type={type} />
          {t(`type.${type}`)}
        </span>
      ),
    },
    {
      id: "id",
      title: t("column.id"),
      card: "named",
      cell: ({ id }) => <span className="integration-id">{id}</span>,
    },
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ name }) => <span className="integration-name">{name}</span>,
    },
    actionsColumn(t("column.actions"), ({ id, name, type }) => (
      <div className="row-actions">
        {type === "billing" ? null : (
          <IconButton label={t("row.test", { name })} onPress={() => onOpen({ kind: "test", id })}>
            <FlaskConical />
          </IconButton>
        )}
        <IconButton label={t("row.log", { name })} onPress={() => onOpen({ kind: "log", id })}>
          <ScrollText />
        </IconButton>
        <RowActions
          editLabel={t("row.edit", { name })}
          deleteLabel={t("row.delete", { name })}
          onEdit={() => onOpen({ kind: "edit", id })}
          onDelete={() => onOpen({ kind: "remove", id })}
        />
      </div>
    )),
  ];
}
