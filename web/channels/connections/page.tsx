import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import { useEffect, useState } from "react";
import {
  type FacebookCredential,
  readFacebookRedirect,
} from "#web/channels/connections/meta/facebook-login.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { type Connection, connections } from "#web/lib/lists/connections.ts";
import { maySetSecrets } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ChannelIcon } from "#web/ui/display/channel-icon.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { CounterPicture } from "#web/ui/state/counter-picture.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { ConnectionList } from "./connection-table.tsx";
import { connectionCalls } from "./connections-api.ts";
import { connectionsTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import "./connections.css";

const OfficialNumberPicker = lazyLayer(
  async () =>
    (await import("#web/channels/connections/meta/official-number-picker.tsx")).OfficialNumberPicker,
);
const ConnectionDialog = lazyLayer(
  async () => (await import("#web/channels/connections/form/connection-dialog.tsx")).ConnectionDialog,
);
const FacebookDialog = lazyLayer(
  async () => (await import("#web/channels/connections/meta/facebook-dialog.tsx")).FacebookDialog,
);
const LinkDialog = lazyLayer(
  async () => (await import("#web/channels/connections/link/link-dialog.tsx")).LinkDialog,
);
const OfficialDialog = lazyLayer(
  async () => (await import("#web/channels/connections/meta/official-dialog.tsx")).OfficialDialog,
);
const TemplatesDialog = lazyLayer(async () =>
  (await import("#web/channels/templates/load.ts")).templatesDialog(),
);
const NumberStateDialog = lazyLayer(async () =>
  (await import("#web/channels/connections/state/number-state-dialog.tsx")).loadNumberState(),
);
const ReportDialog = lazyLayer(async () =>
  (await import("#web/inbox/reconciliation/load.ts")).reportDialog(),
);
const HealthDialog = lazyLayer(async () =>
  (await import("#web/inbox/reach/health/health-dialog.tsx")).loadHealth(),
);
const RemoveDialog = lazyLayer(async () => (await import("./remove-dialog.tsx")).RemoveDialog);
const SessionConfirm = lazyLayer(
  async () => (await import("#web/channels/connections/session/session-confirm.tsx")).SessionConfirm,
);

/** The open dialog and its connection. */
export type Open =
  | { readonly kind: "add" }
  /** With `id`, replaces the token of that number; null adds a number. */
  | { readonly kind: "official"; readonly id: number | null }
  /** Opened by the redirect of Facebook's login for official numbers. */
  | {
      readonly kind: "chooseOfficial";
      readonly credential: FacebookCredential;
      readonly importHistory: boolean;
    }
  | { readonly kind: "facebook"; readonly addInstagram: boolean }
  | {
      readonly kind:
        | "edit"
        | "templates"
        | "state"
        | "health"
        | "lost"
        | "link"
        | "remove"
        | "disconnect"
        | "renew";
      readonly id: number;
    };

/** The company's connections: add, pair, edit, delete (docs/rules/screens.md#connections). */
export function ConnectionsPage() {
  useSignals();
  const t = useText(connectionsTexts);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => void connections.open(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the redirect from Facebook is handled once
  useEffect(
    () =>
      void finishLogin(t, (credential, importHistory) =>
        setOpen({ kind: "chooseOfficial", credential, importHistory }),
      ),
    [],
  );
  const isEmpty = connections.state.value === "ready" && connections.list.value.length === 0;
  // Each of these queries contains an access token.
  const withFacebook = [
    {
      id: "official",
      label: t("official.add"),
      icon: <ChannelIcon channel="whatsapp" isSilent />,
      onAction: () => setOpen({ kind: "official", id: null }),
    },
    {
      id: "facebook",
      label: t("page.addFacebook"),
      icon: <ChannelIcon channel="facebook" isSilent />,
      onAction: () => setOpen({ kind: "facebook", addInstagram: false }),
    },
    {
      id: "instagram",
      label: t("page.addInstagram"),
      icon: <ChannelIcon channel="instagram" isSilent />,
      onAction: () => setOpen({ kind: "facebook", addInstagram: true }),
    },
  ];
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
          icon: <ChannelIcon channel="whatsapp" isSilent />,
          onAction: () => setOpen({ kind: "add" }),
        },
        ...(maySetSecrets() ? withFacebook : []),
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

/** Handles the redirect of Facebook's login: removes the token from the URL and connects what the user granted. */
async function finishLogin(
  t: Translate<typeof pt>,
  onOfficial: (credential: FacebookCredential, importHistory: boolean) => void,
): Promise<void> {
  const back = readFacebookRedirect(new URL(window.location.href), sessionStorage);
  if (back === null) return;
  window.history.replaceState(null, "", "/connections");
  if (back === "refused") {
    toast.info(t("facebook.refused"));
    return;
  }
  if (back.wanted === "official") {
    onOfficial(back.credential, back.importHistory);
    return;
  }
  toast.info(t("facebook.connecting"));
  try {
    const saved = await connectionCalls.connectFacebook({
      addInstagram: back.wanted === "instagram",
      facebookUserId: "me",
      facebookUserToken: back.token,
    });
    connections.items.upsertAll(saved);
    toast.success(t("facebook.connected", { count: saved.length }));
  } catch (error) {
    toast.failure(error);
  }
}

interface OverlayProps {
  readonly open: Open;
  readonly onOpen: (open: Open) => void;
  readonly onClose: () => void;
}

/** The open dialog; it closes when its connection is deleted. */
function Overlay({ open, onOpen, onClose }: OverlayProps) {
  useSignals();
  const t = useText(connectionsTexts);
  const saved = (connection: Connection) => {
    connections.items.upsert(connection);
    if (open.kind === "add") onOpen({ kind: "link", id: connection.id });
    else onClose();
  };
  if (open.kind === "add") return <ConnectionDialog connection={null} onSaved={saved} onClose={onClose} />;
  if (open.kind === "official") {
    return (
      <OfficialDialog
        connectionId={open.id}
        onSaved={(connection) => {
          connections.items.upsert(connection);
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  if (open.kind === "chooseOfficial") {
    return (
      <OfficialNumberPicker
        credential={open.credential}
        importHistory={open.importHistory}
        onRetry={() => onOpen({ kind: "official", id: null })}
        onSaved={(connection) => {
          connections.items.upsert(connection);
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  if (open.kind === "facebook") {
    return (
      <FacebookDialog
        addInstagram={open.addInstagram}
        onSaved={(answer) => {
          connections.items.upsertAll(answer);
          toast.success(t("facebook.connected", { count: answer.length }));
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  const connection = connections.items.get(open.id);
  if (!connection) return null;
  switch (open.kind) {
    case "edit":
      return <ConnectionDialog connection={connection} onSaved={saved} onClose={onClose} />;
    case "health":
      return <HealthDialog connection={connection} onClose={onClose} />;
    case "state":
      return <NumberStateDialog connection={connection} onClose={onClose} />;
    case "templates":
      return <TemplatesDialog connection={connection} onClose={onClose} />;
    case "lost":
      return <ReportDialog connection={connection} onClose={onClose} />;
    case "link":
      return (
        <LinkDialog
          connection={connection}
          onClose={onClose}
          onOfficial={maySetSecrets() ? () => onOpen({ kind: "official", id: null }) : undefined}
        />
      );
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
