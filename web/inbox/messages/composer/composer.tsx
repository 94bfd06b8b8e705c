import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, type RefObject, useCallback, useId, useRef, useState } from "react";
import { preloadTexts, type Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { type MessageTexts, messages } from "#web/inbox/messages/locales/index.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { quickPickerTexts } from "#web/inbox/quick-picker/locales/index.ts";
import { lazy, lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { ComposerBars } from "./composer-bars.tsx";
import type { ComposerMode } from "./composer-drafts.ts";
import type { Gate } from "./composer-gate.ts";
import { ComposerInput, type ComposerInputHandle } from "./composer-input.tsx";
import type { Composer as ComposerModel } from "./composer-model.ts";
import { ComposerModes } from "./composer-modes.tsx";
import { ComposerSend } from "./composer-send.tsx";
import { ComposerTools } from "./composer-tools.tsx";
import { tellRefused } from "./refused.ts";
import { useComposerKeys } from "./use-composer-keys.ts";
import { useWritingPlace } from "./use-writing-place.ts";
import "./composer.css";

const AttachmentTray = lazyLayer(async () => (await import("./attachment-tray.tsx")).default);
/** Whether the list of quick replies is there to handle Enter. */
let hasQuickPicker = false;
const QuickPicker = lazy(async () => {
  const texts = preloadTexts(quickPickerTexts);
  const [part] = await Promise.all([import("#web/inbox/quick-picker/picker.tsx"), texts]);
  hasQuickPicker = true;
  return part.QuickPicker;
});
const EnclosedBar = lazy(async () => {
  const texts = preloadTexts(quickPickerTexts);
  const [part] = await Promise.all([import("#web/inbox/quick-picker/enclosed-bar.tsx"), texts]);
  return part.EnclosedBar;
});
const VoiceRecorder = lazyLayer(
  async () => (await import("#web/inbox/messages/recorder/load.ts")).loadVoiceRecorder(),
  () => <div className="composer-box" aria-busy="true" />,
);

export interface ComposerProps {
  readonly composer: ComposerModel;
  readonly gate: Gate;
  readonly contactName: string;
  /** Name of the ticket's attendant, for the text that explains why the user may not write. */
  readonly ownerName: string | null;
  readonly connectionName: string;
  readonly limit: number;
  readonly signs: boolean;
  /** Null: the user cannot change it. */
  readonly onSign: ((signs: boolean) => void) | null;
  /** Opens the dialog that schedules the text; null where the company's plan does not allow it. */
  readonly onSchedule: ((text: string) => void) | null;
  /** Replaces the text box while the answer window is closed. */
  readonly above?: ReactNode;
  /** Replaces the text box, and the reason, while the user may not write. */
  readonly instead?: ReactNode;
  /** Time left in the answer window, beside the modes. */
  readonly timeLeft?: ReactNode;
  /** More controls beside the modes. */
  readonly aside?: ReactNode;
  /** Offers names while a note is written. */
  readonly mentions?: ReactNode;
  /** A second text of this conversation, above the text box. */
  readonly otherDraft?: ReactNode;
  /** The link preview that is sent with the text, above the text box. */
  readonly linkBar?: ReactNode;
  /** Previews a macro chosen in the list of quick replies; left out where there are none. */
  readonly onMacro?: ((macroId: number) => void) | undefined;
  /** Resolves the ticket once its messages are stored; left out unless the user chose the key. */
  readonly onResolve?: (() => void) | undefined;
  readonly inputRef: RefObject<ComposerInputHandle | null>;
}

/** Writes a message to the customer or a note to colleagues. Shows the reason when the user may not write. */
export function Composer(props: ComposerProps) {
  useSignals();
  const t = useText(messages);
  const { composer, gate, inputRef } = props;
  // A recording belongs to its ticket and ends when another one is shown.
  const [recorded, setRecorded] = useState<ComposerModel | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const hintId = useId();
  // Esc closed the quick replies: a text that begins with a slash is then sent as it is.
  const [closed, setClosed] = useState(false);
  const slash = composer.slash.value;
  if (closed && slash === null) setClosed(false);
  const note = composer.mode.value === "note";
  const blocked = !note && gate.reason !== null;
  const isChoosing = slash !== null && !closed && !blocked;
  const { onResolve, onMacro } = props;
  useComposerKeys(!blocked, note, onResolve !== undefined);
  useWritingPlace(box, inputRef, !blocked, composer.ticketId);
  const chooseMode = (mode: ComposerMode) => {
    composer.setMode(mode);
    // The text box of a closed ticket is rendered for notes only, and can be focused only then.
    requestAnimationFrame(() => inputRef.current?.focus());
  };
  const submit = (onSent?: () => void) => {
    composer.submit().then(
      (done) => {
        if (done === "sent") onSent?.();
        if (done === "noted") toast.success(t("composer.noteAdded"));
      },
      (error: unknown) => toast.failure(error),
    );
    inputRef.current?.focus();
  };
  const insert = useCallback((emoji: string) => inputRef.current?.insert(emoji), [inputRef]);
  const choose = useCallback(() => fileInput.current?.click(), []);
  const attach = (files: readonly File[]) => tellRefused(composer.attach(files), t);

  if (recorded === composer) {
    return (
      <div className="composer">
        <VoiceRecorder
          key={composer.ticketId}
          onSend={(file) => composer.sendVoice(file)}
          onClose={() => setRecorded(null)}
        />
      </div>
    );
  }
  return (
    <div ref={box} className={note ? "composer composer-note" : "composer"}>
      {isChoosing ? (
        <QuickPicker
          ticketId={composer.ticketId}
          typed={slash}
          composer={box}
          drawText={(text) => <FormattedText text={text} />}
          onChoose={({ message, mediaPath, mediaName }) => {
            composer.takeReply(message, mediaPath ? { url: mediaPath, name: mediaName ?? "" } : null);
            inputRef.current?.focus();
          }}
          onMacro={
            onMacro &&
            (({ id }) => {
              composer.takeReply("", null);
              onMacro(id);
            })
          }
          onClose={() => setClosed(true)}
        />
      ) : null}
      <ComposerModes
        composer={composer}
        onMode={chooseMode}
        signs={props.signs}
        onSign={props.onSign}
        onSchedule={props.onSchedule}
        isBlocked={blocked}
        connectionName={blocked ? "" : props.connectionName}
        hintId={hintId}
        timeLeft={blocked ? null : props.timeLeft}
        aside={props.aside}
      />
      {blocked ? null : props.otherDraft}
      <ComposerBars composer={composer} contactName={props.contactName} />
      {blocked ? null : props.linkBar}
      {composer.enclosed.value && !note ? (
        <EnclosedBar name={composer.enclosed.value.name} onRemove={() => composer.leaveOut()} />
      ) : null}
      {gate.waits && !note && gate.reason === null ? (
        <p className="composer-hint">{t("composer.waits", { name: props.connectionName })}</p>
      ) : null}
      {note ? props.mentions : props.above}
      {blocked ? (
        (props.instead ??
        (props.above && gate.reason === "windowClosed" ? null : (
          <p className="composer-reason">{reasonText(props, t)}</p>
        )))
      ) : (
        <div className="composer-box">
          <ComposerTools note={note} onEmoji={insert} onAttach={choose} />
          <ComposerInput
            key={composer.ticketId}
            ref={inputRef}
            composer={composer}
            label={note ? t("composer.noteLabel") : t("composer.label", { name: props.contactName })}
            placeholder={t(note ? "composer.notePlaceholder" : "composer.placeholder")}
            describedBy={note ? hintId : undefined}
            limit={note ? 5000 : props.limit}
            onSubmit={() => {
              // Enter would send a half-typed shortcut.
              if (!isChoosing || hasQuickPicker) submit();
            }}
            onResolve={note || !onResolve || isChoosing ? undefined : () => submit(onResolve)}
            onFiles={note ? undefined : attach}
          />
          <ComposerSend
            composer={composer}
            onSubmit={() => submit()}
            onRecord={() => setRecorded(composer)}
          />
        </div>
      )}
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          attach([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {composer.hasTray.value ? (
        <AttachmentTray
          composer={composer}
          onAdd={choose}
          onSend={() => submit()}
          onLeave={() => inputRef.current?.focus()}
        />
      ) : null}
    </div>
  );
}

function reasonText({ gate, ownerName }: ComposerProps, t: Translate<MessageTexts>): string {
  if (gate.reason === "otherOwner" || gate.reason === "takeOver")
    return ownerName ? t("composer.otherOwner", { name: ownerName }) : t("composer.otherOwnerUnknown");
  return gate.reason ? t(`composer.${gate.reason}`) : "";
}
