import { useSignals } from "@preact/signals-react/runtime";
import Blocks from "lucide-react/icons/blocks";
import { useEffect, useState } from "react";
import type { IntegrationAnswer, IntegrationMade } from "#automation/integrations/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { integrationColumns } from "./integration-columns.tsx";
import { integrations } from "./integration-list.ts";
import { integrationCalls } from "./integrations-api.ts";
import { integrationTexts } from "./locales/index.ts";
import "./integrations.css";

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
