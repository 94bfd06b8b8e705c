import { useSignals } from "@preact/signals-react/runtime";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ContactSection } from "./contact-section.tsx";
import type { DrawerRoom } from "./drawer-room.ts";
import { contactTexts } from "./locales/index.ts";

const NoteForm = lazyLayer(async () => (await import("./note-form.tsx")).default);

/** Notes of colleagues, newest first. */
export function ContactNotes({ room }: { readonly room: DrawerRoom }) {
  useSignals();
  const t = useText(contactTexts);
  const [isWriting, setWriting] = useState(false);
  const notes = room.notes.value.toReversed();
  return (
    <ContactSection
      title={t("drawer.notes")}
      action={{ label: t("drawer.addNote"), run: () => setWriting(true) }}
    >
      <div data-keyboard-layer="">
        {isWriting ? <NoteForm onSave={room.addNote} onClose={() => setWriting(false)} /> : null}
      </div>
      {notes.length === 0 && !isWriting ? <p className="contact-empty">{t("drawer.notesEmpty")}</p> : null}
      <ul className="contact-notes">
        {notes.map((note) => (
          <li key={note.id}>
            <ErrorBoundary part="note" resetKey={note.note} raw={note.note}>
              <FormattedText text={note.note} />
            </ErrorBoundary>
            <small>
              {note.user?.name ?? t("drawer.unknownAuthor")} ·{" "}
              <time dateTime={note.createdAt}>{formatDateTime(note.createdAt)}</time>
            </small>
            {room.mayDeleteNote(note) ? (
              <button
                type="button"
                aria-label={t("drawer.deleteNote", { name: note.user?.name ?? t("drawer.unknownAuthor") })}
                onClick={() => room.deleteNote(note.id)}
              >
                <Trash2 aria-hidden="true" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </ContactSection>
  );
}
