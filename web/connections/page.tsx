import { useSignals } from "@preact/signals-react/runtime";
import MessageCircle from "lucide-react/icons/message-circle";
import Plus from "lucide-react/icons/plus";
import { useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { type Connection, connections } from "#web/lib/connections.ts";
import { Button } from "#web/ui/button.tsx";
import { CounterPicture } from "#web/ui/counter-picture.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { later } from "#web/ui/later.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { ConnectionList } from "./connection-list.tsx";
import { connectionsTexts } from "./locales/index.ts";
import "./connections.css";

const ConnectionDialog = later(async () => (await import("./connection-dialog.tsx")).ConnectionDialog);
const LinkDialog = later(async () => (await import("./link-dialog.tsx")).LinkDialog);
const RemoveDialog = later(async () => (await import("./remove-dialog.tsx")).RemoveDialog);
const SessionConfirm = later(async () => (await import("./session-confirm.tsx")).SessionConfirm);

/** What lies over the page, and for which connection. */
export type Open =
  | { readonly kind: "add" }
  | { readonly kind: "edit" | "link" | "remove" | "disconnect" | "renew"; readonly id: number };

/** The company's numbers: add, link, edit, delete (specification 001 section 2). */
export function ConnectionsPage() {
  useSignals();
  const t = useText(connectionsTexts);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => void connections.open(), []);
  const isEmpty = connections.state.value === "ready" && connections.list.value.length === 0;
  const add = (
    <Menu
      label={t("page.add")}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden="true" />}>
          {t("page.add")}
        </Button>
      }
      items={[
        {
          id: "whatsapp",
          label: t("page.addWhatsapp"),
          icon: <MessageCircle aria-hidden="true" />,
          onAction: () => setOpen({ kind: "add" }),
        },
      ]}
    />
  );
  return (
    <div className="page">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
        {isEmpty ? null : add}
      </header>
      {isEmpty ? (
        <div className="panel">
          <EmptyState
            picture={<CounterPicture />}
            title={t("page.emptyTitle")}
            text={t("page.emptyText")}
            action={add}
          />
        </div>
      ) : (
        <ConnectionList onOpen={setOpen} />
      )}
      {open ? <Overlay open={open} onOpen={setOpen} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

interface OverlayProps {
  readonly open: Open;
  readonly onOpen: (open: Open) => void;
  readonly onClose: () => void;
}

/** The dialog asked for; it goes away with the connection it is about. */
function Overlay({ open, onOpen, onClose }: OverlayProps) {
  useSignals();
  const saved = (connection: Connection) => {
    connections.items.upsert(connection);
    if (open.kind === "add") onOpen({ kind: "link", id: connection.id });
    else onClose();
  };
  if (open.kind === "add") return <ConnectionDialog connection={null} onSaved={saved} onClose={onClose} />;
  const connection = connections.items.get(open.id);
  if (!connection) return null;
  switch (open.kind) {
    case "edit":
      return <ConnectionDialog connection={connection} onSaved={saved} onClose={onClose} />;
    case "link":
      return <LinkDialog connection={connection} onClose={onClose} />;
    case "remove":
      return <RemoveDialog connection={connection} onClose={onClose} />;
    case "disconnect":
    case "renew":
      return (
        <SessionConfirm
          kind={open.kind}
          connection={connection}
          onClose={onClose}
          onRenewed={() => onOpen({ kind: "link", id: connection.id })}
        />
      );
  }
}
