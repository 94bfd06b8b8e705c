import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { QuickReplyChoice } from "#inbox/quick-replies/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { choices, fitting } from "./choices.ts";
import { quickPickerTexts } from "./locales/index.ts";
import { PickerRow } from "./picker-row.tsx";
import { usePickerKeys } from "./use-picker-keys.ts";
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
  readonly onClose: () => void;
}

/**
 * List of quick replies above the composer, with a preview of the text for this customer. Arrow keys and Enter work
 * while the user types.
 */
export function QuickPicker({ ticketId, typed, composer, drawText, onChoose, onClose }: QuickPickerProps) {
  useSignals();
  const t = useText(quickPickerTexts);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const rows = fitting(choices.all.value, typed);
  const active = rows[Math.min(at, rows.length - 1)];
  useEffect(() => void choices.need(ticketId), [ticketId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the typed text selects the first row again
  useEffect(() => setAt(0), [typed]);
  usePickerKeys(composer, {
    listId: id,
    activeId: active ? `${id}-${active.id}` : null,
    onMove: (step) => setAt((now) => (Math.min(now, rows.length - 1) + step + rows.length) % rows.length),
    onChoose: () => active && onChoose(active),
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
            {rows.map((choice) => (
              <PickerRow
                key={choice.id}
                id={`${id}-${choice.id}`}
                choice={choice}
                isActive={choice === active}
                onPoint={() => setAt(rows.indexOf(choice))}
                onChoose={() => onChoose(choice)}
              />
            ))}
          </div>
          <div className="quick-picker-preview" aria-hidden="true">
            <small>{t("picker.preview")}</small>
            <div className="quick-picker-bubble">
              {active.mediaName ? (
                <span className="quick-picker-file ellipsis">{active.mediaName}</span>
              ) : null}
              <ErrorBoundary part="preview" resetKey={active} raw={active.preview ?? active.message}>
                {drawText(active.preview ?? active.message)}
              </ErrorBoundary>
            </div>
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
        <kbd>↑</kbd>
        <kbd>↓</kbd>
        <kbd>↵</kbd> {t("picker.choose")}
        <kbd>Esc</kbd> {t("picker.close")}
      </footer>
    </section>
  );
}
