import { useSignals } from "@preact/signals-react/runtime";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { memo, type ReactNode, useMemo } from "react";
import type { TicketNoteAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Bubble } from "#web/inbox/messages/bubble/bubble.tsx";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { mentionWords } from "#web/inbox/messages/text/highlight.ts";
import { formatDate, formatTime } from "#web/lib/format/dates.ts";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { useStream } from "./stream-context.ts";
import type { Row } from "./timeline.ts";
import "./stream-rows.css";

export interface StreamRowProps {
  readonly row: Row;
  /** Id of the message highlighted after a jump. */
  readonly flashId: number | null;
  /** The text of a row that shows a ticket event. */
  readonly eventText: (row: Extract<Row, { kind: "event" }>) => ReactNode;
}

/**
 * One row of the conversation, rendered again only when its content changes. A message or note that fails to render is
 * shown as plain text.
 */
export const GuardedRow = memo(function GuardedRow(props: StreamRowProps) {
  const { row } = props;
  return (
    <ErrorBoundary part={row.kind} resetKey={row} fallback={<RawRow row={row} />}>
      <StreamRow {...props} />
    </ErrorBoundary>
  );
});

function RawRow({ row }: { readonly row: Row }) {
  if (row.kind === "note") return <div className="note-line raw-text">{row.note.note}</div>;
  const shown = row.kind === "message" ? [row.message] : row.kind === "album" ? row.messages : [];
  return shown.map(({ id, fromMe, isDeleted, body }) => (
    <div key={id} className={classNames("bubble-line", fromMe && "bubble-line-out")}>
      <div className={classNames("bubble", "raw-text", fromMe ? "bubble-out" : "bubble-in")} dir="auto">
        {isDeleted ? "" : body}
      </div>
    </div>
  ));
}

function StreamRow({ row, flashId, eventText }: StreamRowProps) {
  useSignals();
  const t = useText(messages);
  switch (row.kind) {
    case "day":
      return (
        <div className="day">
          <time dateTime={row.at}>{formatDate(row.at)}</time>
        </div>
      );
    case "started":
    case "ended":
      return (
        <div className="thin-line">
          {t(`stream.${row.kind}`)}
          {row.via ? ` · ${row.via}` : null}
        </div>
      );
    case "event":
      return <div className="thin-line">{eventText(row)}</div>;
    case "unread":
      return <div className="unread-line">{t("stream.unread", { count: row.count })}</div>;
    case "note":
      return <NoteRow note={row.note} />;
    case "message":
      return (
        <Bubble
          message={row.message}
          first={row.first}
          via={row.via}
          flash={row.message.id === flashId}
          toCampaign={row.toCampaign ?? false}
        />
      );
    default: {
      const last = row.messages.at(-1);
      if (!last) return <div />;
      return (
        <Bubble
          message={last}
          album={row.messages}
          first={row.first}
          via={row.via}
          flash={row.messages.some(({ id }) => id === flashId)}
        />
      );
    }
  }
}

function NoteRow({ note }: { readonly note: TicketNoteAnswer }) {
  useSignals();
  const t = useText(messages);
  const { deleteNote, mayDeleteNote, editNote, mayEditNote } = useStream();
  const earlier = note.edits ?? [];
  const mentioned = useMemo(() => mentionWords(note.mentions ?? []), [note.mentions]);
  return (
    <div className="note-line">
      <aside className="note" aria-label={t("stream.note")}>
        <b>{note.user ? t("stream.noteBy", { name: note.user.name }) : t("stream.note")}: </b>
        <FormattedText text={note.note} words={mentioned} />
        <time dateTime={note.createdAt}>{formatTime(note.createdAt)}</time>
        {earlier.length > 0 ? (
          <details className="note-earlier">
            <summary>{t("stream.editedNote")}</summary>
            {earlier.toReversed().map(({ note: text, at }) => (
              <p key={at}>
                <span className="visually-hidden">{t("stream.earlierNote")}: </span>
                <FormattedText text={text} />
                <time dateTime={at}>{formatTime(at)}</time>
              </p>
            ))}
          </details>
        ) : null}
        <span className="note-verbs">
          {editNote && mayEditNote?.(note) ? (
            <button type="button" aria-label={t("stream.editNote")} onClick={() => editNote(note)}>
              <Pencil aria-hidden="true" />
            </button>
          ) : null}
          {deleteNote && mayDeleteNote?.(note) ? (
            <button type="button" aria-label={t("stream.deleteNote")} onClick={() => deleteNote(note.id)}>
              <Trash2 aria-hidden="true" />
            </button>
          ) : null}
        </span>
      </aside>
    </div>
  );
}
