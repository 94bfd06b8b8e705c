import { useSignals } from "@preact/signals-react/runtime";
import Paperclip from "lucide-react/icons/paperclip";
import Zap from "lucide-react/icons/zap";
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { MacroAnswer } from "#automation/macros/contract.ts";
import { PREVIEW_LENGTH, type QuickReplyChoice } from "#inbox/quick-replies/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { truncate } from "#web/lib/format/truncate.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { choices } from "./choices.ts";
import { quickPickerTexts } from "./locales/index.ts";
import { previewOf, type Row, rowsFor } from "./rows.ts";
import "./picker.css";

export interface QuickPickerProps {
  readonly ticketId: number;
  /** The text after the slash. */
  readonly typed: string;
  /** The composer around the text box this list belongs to. */
  readonly composer: RefObject<HTMLElement | null>;
  /** Renders a message text as the conversation does. */
  readonly drawText: (text: string) => ReactNode;
  readonly onChoose: (choice: QuickReplyChoice) => void;
  /** Previews a macro; without it none are offered. */
  readonly onMacro?: ((macro: MacroAnswer) => void) | undefined;
  readonly onClose: () => void;
}

/**
 * List of quick replies above the composer, with a preview of the text for this customer. Arrow keys and Enter work
 * while the user types.
 */
export function QuickPicker(props: QuickPickerProps) {
  const { ticketId, typed, composer, drawText, onChoose, onMacro, onClose } = props;
  useSignals();
  const t = useText(quickPickerTexts);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const rows = rowsFor(choices.all.value, onMacro ? choices.macros.value : [], typed);
  const active = rows[Math.min(at, rows.length - 1)];
  const withMacros = onMacro !== undefined;
  const choose = (row: Row) => (row.kind === "reply" ? onChoose(row.choice) : onMacro?.(row.macro));
  useEffect(() => void choices.need(ticketId, withMacros), [ticketId, withMacros]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the typed text selects the first row again
  useEffect(() => setAt(0), [typed]);
  usePickerKeys(composer, {
    listId: id,
    activeId: active ? `${id}-${active.id}` : null,
    isShortcut: choices.state.value === "loading" || !/\s/.test(typed.trim()),
    onMove: (step) => setAt((now) => (Math.min(now, rows.length - 1) + step + rows.length) % rows.length),
    onChoose: () => active && choose(active),
    onClose,
  });
  const activeId = active?.id;
  useLayoutEffect(() => {
    if (activeId !== undefined)
      list.current?.querySelector(`[data-id="${activeId}"]`)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  const state = choices.state.value;
  return (
    <section className="quick-picker" aria-label={t("picker.label")}>
      <span className="visually-hidden" role="status">
        {active ? t("picker.found", { count: rows.length }) : ""}
      </span>
      {active ? (
        <div className="quick-picker-body">
          <div
            ref={list}
            id={id}
            className="quick-picker-list"
            role="listbox"
            data-beside-text
            aria-label={t("picker.label")}
          >
            {rows.map((row) => (
              <PickerRow
                key={row.id}
                id={`${id}-${row.id}`}
                row={row}
                isActive={row.id === active.id}
                onPoint={() => setAt(rows.indexOf(row))}
                onChoose={() => choose(row)}
              />
            ))}
          </div>
          <div className="quick-picker-preview" aria-hidden="true">
            <small>{t(active.kind === "macro" ? "picker.macro" : "picker.preview")}</small>
            <PreviewBubble row={active} drawText={drawText} />
          </div>
        </div>
      ) : (
        <p className="quick-picker-none" role="status">
          {state === "loading" ? t("picker.loading") : null}
          {state === "error" ? t("picker.failed") : null}
          {state === "ready" && choices.all.value.length > 0 ? t("picker.notFound", { text: typed }) : null}
          {state === "ready" && choices.all.value.length === 0 ? (
            <>
              {t("picker.none")} · <Link href="/quick-messages">{t("picker.manage")}</Link>
            </>
          ) : null}
        </p>
      )}
      <footer className="quick-picker-keys" aria-hidden="true">
        {active ? (
          <>
            <kbd>↑</kbd>
            <kbd>↓</kbd>
            <kbd>↵</kbd> {t("picker.choose")}
          </>
        ) : null}
        <kbd>Esc</kbd> {t("picker.close")}
      </footer>
    </section>
  );
}

function PreviewBubble({ row, drawText }: { readonly row: Row } & Pick<QuickPickerProps, "drawText">) {
  const { text, file } = previewOf(row);
  return (
    <div className="quick-picker-bubble">
      {file ? <span className="quick-picker-file ellipsis">{file}</span> : null}
      <ErrorBoundary part="preview" resetKey={row.id} raw={text}>
        {drawText(text)}
      </ErrorBoundary>
    </div>
  );
}

interface PickerRowProps {
  readonly id: string;
  readonly row: Row;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

/** One row: the shortcode of a quick reply, or the name of a macro, and the first 35 letters of its preview. */
function PickerRow({ id, row, isActive, onPoint, onChoose }: PickerRowProps) {
  const t = useText(quickPickerTexts);
  const isShared = row.kind === "reply" ? row.choice.geral : row.macro.shared;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text box has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the text box names the active row
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className="quick-picker-row"
      data-id={row.id}
      onPointerMove={isActive ? undefined : onPoint}
      // A press must not move the focus out of the text box.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="quick-picker-code">
        {row.kind === "macro" ? <Zap aria-label={t("picker.macro")} /> : null}
        <strong className="ellipsis">
          {row.kind === "reply" ? `/${row.choice.shortcode.replace(/^\//, "")}` : row.macro.name}
        </strong>
        {isShared ? <Chip>{t("picker.shared")}</Chip> : null}
        {row.kind === "reply" && row.choice.isMedia ? <Paperclip aria-hidden="true" /> : null}
      </span>
      <span className="quick-picker-text ellipsis">{truncate(previewOf(row).text, PREVIEW_LENGTH)}</span>
    </div>
  );
}

interface PickerKeys {
  readonly listId: string;
  /** Id of the active row; null = no quick reply matches, and the keys act on the text. */
  readonly activeId: string | null;
  /** The text is one word, or the quick replies are not loaded yet: Enter must not send a mistyped shortcut to the customer. */
  readonly isShortcut: boolean;
  readonly onMove: (step: 1 | -1) => void;
  readonly onChoose: () => void;
  readonly onClose: () => void;
}

/**
 * Handles the list's keys before the text box does. The text box keeps the focus and names the active row to screen
 * readers.
 */
function usePickerKeys(composer: RefObject<HTMLElement | null>, keys: PickerKeys): void {
  const now = useRef(keys);
  now.current = keys;
  const { listId, activeId } = keys;
  useEffect(() => {
    const box = composer.current?.querySelector("textarea");
    if (!box) return;
    box.setAttribute("aria-autocomplete", "list");
    if (activeId === null) return () => box.removeAttribute("aria-autocomplete");
    box.setAttribute("aria-controls", listId);
    box.setAttribute("aria-activedescendant", activeId);
    return () => {
      for (const name of ["aria-autocomplete", "aria-controls", "aria-activedescendant"])
        box.removeAttribute(name);
    };
  }, [composer, listId, activeId]);
  useEffect(() => {
    const box = composer.current?.querySelector("textarea");
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || !take(event, now.current)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // Capture phase, before the handlers of the text box: its Enter would send the message.
    const capture = (event: KeyboardEvent) => {
      if (event.target === box) press(event);
    };
    document.addEventListener("keydown", capture, true);
    return () => document.removeEventListener("keydown", capture, true);
  }, [composer]);
}

/** Applies a key to the list; true if the list has used it. */
function take(
  event: KeyboardEvent,
  { activeId, isShortcut, onMove, onChoose, onClose }: PickerKeys,
): boolean {
  // Ctrl+Enter sends the text, too.
  if (event.altKey || ((event.ctrlKey || event.metaKey) && event.key !== "Enter")) return false;
  if (event.key === "Escape") {
    onClose();
    return true;
  }
  if (event.shiftKey) return false;
  if (activeId === null) return isShortcut && event.key === "Enter";
  if (event.key === "ArrowDown" || event.key === "ArrowUp") onMove(event.key === "ArrowDown" ? 1 : -1);
  else if (event.key === "Enter" || event.key === "Tab") onChoose();
  else return false;
  return true;
}
