import { useSignals } from "@preact/signals-react/runtime";
import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import type { ContactRef } from "#people/contacts/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { afterPaint } from "#web/lib/page/use-after-paint.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { lazy, lazyLayer } from "#web/ui/state/lazy.tsx";
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

const Consents = lazy(async () => (await import("./consents/consents.tsx")).loadConsents());
const ContactDialog = lazyLayer(async () => (await import("./contact-dialog.tsx")).default);
const MergeDialog = lazyLayer(async () => (await import("./merge-dialog.tsx")).default);

export interface ContactDrawerProps {
  /** The contact data of the ticket, until the contact itself is loaded. */
  readonly contact: ContactRef;
  readonly room: DrawerRoom;
  readonly trail: readonly TrailStep[];
  readonly onClose: () => void;
}

/** The contact's data, the ticket events that led to the present queue, attendances, notes, consents and files. */
export function ContactDrawer({ contact: known, room, trail, onClose }: ContactDrawerProps) {
  useSignals();
  const t = useText(contactTexts);
  const [dialog, setDialog] = useState<"edit" | "merge" | null>(null);
  useEffect(() => {
    afterPaint()
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
      <ErrorBoundary part="contact-data" resetKey={contact}>
        <ContactData
          contact={contact}
          connectionId={room.connectionId}
          onEdit={() => setDialog("edit")}
          onMerge={() => setDialog("merge")}
        />
      </ErrorBoundary>
      <ErrorBoundary part="contact-trail" resetKey={trail}>
        <ContactTrail trail={trail} />
      </ErrorBoundary>
      <ErrorBoundary part="contact-history" resetKey={known.id}>
        <ContactHistory key={known.id} contactId={known.id} />
      </ErrorBoundary>
      <ErrorBoundary part="contact-notes" resetKey={room}>
        <ContactNotes room={room} />
      </ErrorBoundary>
      <ErrorBoundary part="consents" resetKey={known.id}>
        <Consents contactId={known.id} />
      </ErrorBoundary>
      <ErrorBoundary part="contact-files" resetKey={room}>
        <ContactFiles room={room} />
      </ErrorBoundary>
      {dialog === "edit" && contact ? (
        <ContactDialog contact={contact} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === "merge" && contact ? (
        <MergeDialog contact={contact} onClose={() => setDialog(null)} />
      ) : null}
    </aside>
  );
}
