import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { ComponentType } from "react";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { contactListTexts } from "./locales/index.ts";
import type { Open } from "./page.tsx";

const ContactDialog = lazyLayer(
  async () => (await import("#web/people/contacts/contact-dialog.tsx")).default,
);
const MergeDialog = lazyLayer(async () => (await import("#web/people/contacts/merge-dialog.tsx")).default);
const HistoryDialog = lazyLayer(async () => (await import("./history-dialog.tsx")).HistoryDialog);
const RemoveContactsDialog = lazyLayer(
  async () => (await import("./remove-dialog.tsx")).RemoveContactsDialog,
);

/** Props of the dialog that opens a contact's ticket: on request (`ask`) or after saving the contact (`saved`). */
export interface Conversation {
  readonly contact: ContactAnswer;
  readonly why: "ask" | "saved";
  readonly onClose: () => void;
}
interface OverlayProps {
  readonly open: Open;
  readonly onOpen: (open: Open) => void;
  readonly onClose: () => void;
  readonly onSaved: (contact: ContactAnswer) => void;
  readonly onRemoved: (id: number) => void;
  readonly Conversation: ComponentType<Conversation>;
}

/** The open dialog. Saving a contact opens its ticket (docs/rules/screens.md#contacts). */
export function Overlay({ open, onOpen, onClose, onSaved, onRemoved, Conversation }: OverlayProps) {
  switch (open.kind) {
    case "add":
    case "edit": {
      let saved: ContactAnswer | null = null;
      return (
        <ContactDialog
          key={open.kind === "edit" ? open.contact.id : "new"}
          {...(open.kind === "edit" ? { contact: open.contact } : {})}
          after={<AfterSaving />}
          onOther={(contact) => onOpen({ kind: "edit", contact })}
          onSaved={(contact) => {
            saved = contact;
            onSaved(contact);
          }}
          onClose={() => {
            const leads = saved && !saved.isGroup && !saved.blocked && leadsToTicket.peek();
            if (saved && leads) onOpen({ kind: "talk", contact: saved, why: "saved" });
            else onClose();
          }}
        />
      );
    }
    case "talk":
      return <Conversation contact={open.contact} why={open.why} onClose={onClose} />;
    case "merge":
      return <MergeDialog contact={open.contact} onClose={onClose} />;
    case "history":
      return <HistoryDialog contact={open.contact} onClose={onClose} />;
    case "remove":
      return <RemoveContactsDialog contacts={open.contacts} onRemoved={onRemoved} onClose={onClose} />;
  }
}

/** Whether saving a contact opens its ticket (docs/rules/screens.md#contacts); users disable it for bulk edits. */
export const leadsToTicket = signal(storage.get("contactSaveStays") !== "yes");

function AfterSaving() {
  useSignals();
  const t = useText(contactListTexts);
  return (
    <Switch
      label={t("save.opensTicket")}
      value={leadsToTicket.value}
      onChange={(leads) => {
        leadsToTicket.value = leads;
        if (leads) storage.remove("contactSaveStays");
        else storage.set("contactSaveStays", "yes");
      }}
    />
  );
}
