import Archive from "lucide-react/icons/archive";
import Ban from "lucide-react/icons/ban";
import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import History from "lucide-react/icons/history";
import Merge from "lucide-react/icons/merge";
import MessageCircle from "lucide-react/icons/message-circle";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useNarrow } from "#web/lib/page/use-narrow.ts";
import { session } from "#web/lib/session/session.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Menu, type MenuItem } from "#web/ui/overlay/menu.tsx";
import type pt from "./locales/pt.json";
import type { Open } from "./page.tsx";
import { blockContact, exportPerson } from "./row-verbs.ts";

interface ActionsProps {
  readonly t: Translate<typeof pt>;
  readonly contact: ContactAnswer;
  readonly onOpen: (open: Open) => void;
}

/** Actions on one contact; those without permission are hidden. */
export function ContactActions({ t, contact, onOpen }: ActionsProps) {
  const isNarrow = useNarrow();
  const { name } = contact;
  const edit = () => onOpen({ kind: "edit", contact });
  return (
    <div className="row-actions">
      <IconButton
        label={t("row.start", { name })}
        onPress={() => onOpen({ kind: "talk", contact, why: "ask" })}
      >
        <MessageCircle />
      </IconButton>
      {isNarrow ? null : (
        <IconButton label={t("row.edit", { name })} onPress={edit}>
          <Pencil />
        </IconButton>
      )}
      <Menu
        label={t("row.menu", { name })}
        placement="bottom end"
        trigger={
          <IconButton label={t("row.menu", { name })}>
            <EllipsisVertical />
          </IconButton>
        }
        items={[
          ...(isNarrow
            ? [{ id: "edit", label: t("menu.edit"), icon: <Pencil aria-hidden="true" />, onAction: edit }]
            : []),
          ...itemsOf({ t, contact, onOpen }),
        ]}
      />
    </div>
  );
}

function itemsOf({ t, contact, onOpen }: ActionsProps): readonly MenuItem[] {
  const isAdmin = session.user.peek()?.profile === "admin";
  const items: MenuItem[] = [
    {
      id: "history",
      label: t("menu.history"),
      icon: <History aria-hidden="true" />,
      onAction: () => onOpen({ kind: "history", contact }),
    },
    {
      id: "block",
      label: t(contact.blocked ? "menu.unblock" : "menu.block"),
      icon: <Ban aria-hidden="true" />,
      onAction: () => void blockContact(contact, !contact.blocked),
    },
  ];
  if (isAdmin && !contact.isGroup)
    items.push({
      id: "merge",
      label: t("menu.merge"),
      icon: <Merge aria-hidden="true" />,
      onAction: () => onOpen({ kind: "merge", contact }),
    });
  if (isAdmin)
    items.push({
      id: "export",
      label: t("menu.export"),
      icon: <Archive aria-hidden="true" />,
      onAction: () => void exportPerson(contact),
    });
  if (session.can("contacts-page:deleteContact"))
    items.push({
      id: "delete",
      label: t("menu.delete"),
      icon: <Trash2 aria-hidden="true" />,
      tone: "danger",
      onAction: () => onOpen({ kind: "remove", contacts: [contact] }),
    });
  return items;
}
