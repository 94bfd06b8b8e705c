import { useSignals } from "@preact/signals-react/runtime";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { ContactRef } from "#people/contacts/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages as messageTexts } from "#web/inbox/messages/locales/index.ts";
import { showPictures } from "#web/inbox/messages/media/lightbox-model.ts";
import { fileWord } from "#web/inbox/messages/media/media-document.tsx";
import { mediaSource } from "#web/inbox/messages/media/media-source.ts";
import { dayKey, formatDate, formatDateTime, formatTime } from "#web/lib/format/dates.ts";
import { afterPaint } from "#web/lib/page/use-after-paint.ts";
import { contactListTexts } from "#web/people/contacts/list/locales/index.ts";
import { fieldCalls } from "#web/people/fields/fields-api.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { lazy, lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { contactCards, loadContact } from "./contact-cards.ts";
import { ContactData } from "./contact-data.tsx";
import { ContactNotes } from "./contact-notes.tsx";
import { ContactSection } from "./contact-section.tsx";
import type { DrawerRoom, TrailStep } from "./drawer-room.ts";
import { contactTexts } from "./locales/index.ts";
import { formatNumber } from "./phone-number.ts";
import "./contact-drawer.css";

const Consents = lazy(async () => (await import("./consents/consents.tsx")).loadConsents(), undefined, {
  isExtra: true,
});
const PhoneSection = lazy(
  async () => (await import("./phone/phone-section.tsx")).loadPhoneSection(),
  undefined,
  { isExtra: true },
);
const ValuesSection = lazy(
  async () => (await import("./fields/values-section.tsx")).loadValuesSection(),
  undefined,
  { isExtra: true },
);
const ContactDialog = lazyLayer(async () => (await import("./contact-dialog.tsx")).default);
const MergeDialog = lazyLayer(async () => (await import("./merge-dialog.tsx")).default);

export interface ContactDrawerProps {
  /** The contact data of the ticket, until the contact itself is loaded. */
  readonly contact: ContactRef;
  readonly room: DrawerRoom;
  readonly trail: readonly TrailStep[];
  /** The section of starred messages; a support session has none. */
  readonly stars?: ReactNode;
  readonly onClose: () => void;
}

/** The contact's data, the ticket events that led to the present queue, attendances, notes, consents and files. */
export function ContactDrawer({ contact: known, room, trail, stars, onClose }: ContactDrawerProps) {
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
        {contact?.username ? <p>@{contact.username}</p> : null}
      </div>
      <ErrorBoundary part="contact-data" resetKey={contact}>
        <ContactData
          contact={contact}
          connectionId={room.connectionId}
          onEdit={() => setDialog("edit")}
          onMerge={() => setDialog("merge")}
        />
      </ErrorBoundary>
      {contact?.phone && contact.phone.state !== "known" && !contact.isGroup ? (
        <ErrorBoundary part="contact-phone" resetKey={contact}>
          <PhoneSection contact={contact} ticketId={room.ticketId} />
        </ErrorBoundary>
      ) : null}
      <ErrorBoundary part="ticket-fields" resetKey={room.fields}>
        <ValuesSection of="ticket" values={room.fields} queueId={room.queueId} save={room.saveFields} />
      </ErrorBoundary>
      {contact ? (
        <ErrorBoundary part="contact-fields" resetKey={contact}>
          <ValuesSection
            of="contact"
            values={contact.fields ?? {}}
            queueId={null}
            save={async (values) => {
              contactCards.upsert(await fieldCalls.ofContact(contact.id, values));
            }}
          />
        </ErrorBoundary>
      ) : null}
      <ErrorBoundary part="contact-trail" resetKey={trail}>
        <ContactTrail trail={trail} />
      </ErrorBoundary>
      <ErrorBoundary part="contact-history" resetKey={known.id}>
        <ContactHistory key={known.id} contactId={known.id} />
      </ErrorBoundary>
      <ErrorBoundary part="contact-notes" resetKey={room}>
        <ContactNotes room={room} />
      </ErrorBoundary>
      {stars}
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

/** Files shown before "Ver mais". */
const SHOWN = 9;
const KINDS: ReadonlySet<string> = new Set(["image", "video", "application"]);

/** Pictures, videos and documents of the loaded part of the conversation, newest first. */
function ContactFiles({ room }: { readonly room: DrawerRoom }) {
  useSignals();
  const t = useText(contactTexts);
  const [isLong, setLong] = useState(false);
  const files = room.messages.value
    .filter(
      ({ mediaType, isDeleted, mediaState }) =>
        KINDS.has(mediaType ?? "") && !isDeleted && mediaState === "stored",
    )
    .toReversed();
  const shown = isLong ? files : files.slice(0, SHOWN);
  return (
    <ContactSection title={t("drawer.files")}>
      {files.length === 0 ? <p className="contact-empty">{t("drawer.filesEmpty")}</p> : null}
      <ul className="contact-files">
        {shown.map((message) => (
          <li key={message.id}>
            <FileTile message={message} onOpen={room.openMessage} />
          </li>
        ))}
      </ul>
      {files.length > shown.length ? (
        <button type="button" className="contact-action" onClick={() => setLong(true)}>
          {t("drawer.moreFiles")}
        </button>
      ) : null}
    </ContactSection>
  );
}

interface FileTileProps {
  readonly message: MessageAnswer;
  readonly onOpen: (messageId: number) => void;
}

function FileTile({ message, onOpen }: FileTileProps) {
  const m = useText(messageTexts);
  const source = mediaSource(message.mediaUrl);
  const name = message.mediaName ?? m(message.mediaType === "image" ? "media.image" : "media.document");
  const label = `${name}, ${formatDate(message.createdAt)}`;
  if (message.mediaType === "image" && source) {
    return (
      <button
        type="button"
        className="contact-file"
        aria-label={label}
        title={label}
        onClick={() => showPictures(message.id)}
      >
        <img src={source} alt="" loading="lazy" decoding="async" />
      </button>
    );
  }
  return (
    <button
      type="button"
      className="contact-file"
      aria-label={label}
      title={label}
      onClick={() => onOpen(message.id)}
    >
      <span>{message.mediaType === "video" ? "▶" : fileWord(name)}</span>
    </button>
  );
}

/** Section "Por que está aqui": the ticket events that explain the present queue and attendant. */
function ContactTrail({ trail }: { readonly trail: readonly TrailStep[] }) {
  useSignals();
  const t = useText(contactTexts);
  const today = dayKey(Date.now());
  return (
    <ContactSection title={t("drawer.trail")}>
      {trail.length === 0 ? (
        <p className="contact-empty">{t("drawer.trailEmpty")}</p>
      ) : (
        <ol className="contact-trail">
          {trail.map(({ id, at, text }) => (
            <li key={id}>
              {text} <time dateTime={at}>{dayKey(at) === today ? formatTime(at) : formatDateTime(at)}</time>
            </li>
          ))}
        </ol>
      )}
    </ContactSection>
  );
}

const Attendances = lazy(async () => {
  const [part] = await Promise.all([import("./history/attendances.tsx"), preloadTexts(contactListTexts)]);
  return part.Attendances;
});

/** Every attendance of the contact, over all tickets; loaded on request. */
function ContactHistory({ contactId }: { readonly contactId: number }) {
  const t = useText(contactTexts);
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <ContactSection
        title={t("drawer.history")}
        action={{ label: t("drawer.seeHistory"), run: () => setOpen(true) }}
      >
        {null}
      </ContactSection>
    );
  }
  return (
    <ContactSection title={t("drawer.history")}>
      <Attendances contactId={contactId} />
    </ContactSection>
  );
}
