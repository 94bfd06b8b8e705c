import { useSignals } from "@preact/signals-react/runtime";
import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import type { ContactRef } from "#people/contacts/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { painted } from "#web/lib/page/after-paint.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Guarded } from "#web/ui/state/error-boundary.tsx";
import { later, laterLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { contactCards, loadContact } from "./contact-cards.ts";
import { ContactData } from "./contact-data.tsx";
import { ContactFiles } from "./contact-files.tsx";
import { ContactHistory } from "./contact-history.tsx";
import { ContactNotes } from "./contact-notes.tsx";
import { ContactTrail } from "./contact-trail.tsx";
import type { DrawerRoom, TrailStep } from "./drawer-room.ts";
import { contactTexts } from "./locales/index.ts";
import { formatNumber } from "./phone-number.ts";
import "./contact-drawer.css";

const Consents = later(async () => (await import("./consents/consents.tsx")).loadConsents());
const ContactDialog = laterLayer(async () => (await import("./contact-dialog.tsx")).default);
const MergeDialog = laterLayer(async () => (await import("./merge-dialog.tsx")).default);

export interface ContactDrawerProps {
  /** What the ticket says of the contact, until the contact itself is read. */
  readonly contact: ContactRef;
  readonly room: DrawerRoom;
  readonly trail: readonly TrailStep[];
  readonly onClose: () => void;
}

/** Who the customer is, why the ticket is here, what colleagues noted, what was sent. */
export function ContactDrawer({ contact: known, room, trail, onClose }: ContactDrawerProps) {
  useSignals();
  const t = useText(contactTexts);
  const [dialog, setDialog] = useState<"edit" | "merge" | null>(null);
  useEffect(() => {
    painted()
      .then(() => loadContact(known.id))
      .catch((error: unknown) => toast.failure(error));
  }, [known.id]);
  const contact = contactCards.get(known.id);
  const shown = contact ?? known;
  return (
    <aside className="contact" aria-label={t("drawer.title")}>
      <IconButton className="contact-close" label={t("drawer.close")} size="s" onPress={onClose}>
        <X />
      </IconButton>
      <div className="contact-face">
        <Avatar name={shown.name} picture={shown.profilePicUrl} size="xl" />
        <h2 dir="auto">{shown.name}</h2>
        <p>{formatNumber(shown.number) || t("drawer.noNumber")}</p>
      </div>
      <Guarded part="contact-data" again={contact}>
        <ContactData
          contact={contact}
          connectionId={room.connectionId}
          onEdit={() => setDialog("edit")}
          onMerge={() => setDialog("merge")}
        />
      </Guarded>
      <Guarded part="contact-trail" again={trail}>
        <ContactTrail trail={trail} />
      </Guarded>
      <Guarded part="contact-history" again={known.id}>
        <ContactHistory key={known.id} contactId={known.id} />
      </Guarded>
      <Guarded part="contact-notes" again={room}>
        <ContactNotes room={room} />
      </Guarded>
      <Guarded part="consents" again={known.id}>
        <Consents contactId={known.id} />
      </Guarded>
      <Guarded part="contact-files" again={room}>
        <ContactFiles room={room} />
      </Guarded>
      {dialog === "edit" && contact ? (
        <ContactDialog contact={contact} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === "merge" && contact ? (
        <MergeDialog contact={contact} onClose={() => setDialog(null)} />
      ) : null}
    </aside>
  );
}
