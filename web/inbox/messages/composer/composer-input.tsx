import { useSignals } from "@preact/signals-react/runtime";
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
} from "react";
import { formatNumber } from "#web/i18n/numbers.ts";
import type { Composer } from "./composer-model.ts";

export interface ComposerInputHandle {
  focus(): void;
  /** Inserts text at the cursor. */
  insert(text: string): void;
}
export interface ComposerInputProps {
  readonly ref: Ref<ComposerInputHandle>;
  readonly composer: Composer;
  readonly label: string;
  readonly placeholder: string;
  /** Id of the element that describes this box. */
  readonly describedBy?: string | undefined;
  readonly limit: number;
  readonly onSubmit: () => void;
  /** Sends and resolves the ticket. */
  readonly onResolve?: (() => void) | undefined;
  readonly onFiles?: ((files: readonly File[]) => void) | undefined;
}

/** Rows the input grows to (docs/rules/forms.md#pages). */
const MAX_ROWS = 5;
/** The remaining length is shown from this share of the network's maximum on. */
const NEAR = 0.8;

/** The text box. Enter sends, Shift+Enter inserts a line break; pasted files are attached. */
export function ComposerInput({
  ref,
  composer,
  label,
  placeholder,
  describedBy,
  limit,
  onSubmit,
  onResolve,
  onFiles,
}: ComposerInputProps) {
  useSignals();
  const box = useRef<HTMLTextAreaElement>(null);
  const text = composer.text.value;
  const countId = useId();
  const isNear = text.length >= limit * NEAR;
  const target = composer.reply.value ?? composer.editing.value;
  // React subscribes to the signal of the text some time after the box is drawn, and resets a box whose change it does not
  // render at once: the next letter would replace the text.
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const write = (next: string) => {
    composer.setText(next);
    redraw();
  };

  useImperativeHandle(ref, () => ({
    focus: () => box.current?.focus(),
    insert(added) {
      const element = box.current;
      if (!element) return;
      element.focus();
      element.setRangeText(added, element.selectionStart, element.selectionEnd, "end");
      const { value } = element;
      // React notices the change only by the event; without it, deleting the insertion would not update the text.
      element.dispatchEvent(new Event("input", { bubbles: true }));
      // While React is rendering, the event may not reach it.
      write(value);
    },
  }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (box.current) fit(box.current);
  }, [text]);
  // A turned phone or a narrower window breaks the lines elsewhere.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let known: number | null = null;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      if (known !== null && known !== width) fit(element);
      known = width;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (target) box.current?.focus();
  }, [target]);
  // The cursor is at the end of a restored draft, so that typing continues it, also what was typed while it loaded.
  useLayoutEffect(() => {
    const element = box.current;
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an accent or a word is being composed, Enter belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    const isMod = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isMod && event.shiftKey && event.key === "Enter" && onResolve) {
      event.preventDefault();
      onResolve();
    } else if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      onSubmit();
    } else if (event.key === "Escape" && !event.defaultPrevented) {
      // Esc closes what is open above the text, never the conversation; the focus stays in the text box.
      event.stopPropagation();
      composer.escape();
    }
  };
  return (
    <>
      <textarea
        ref={box}
        className="composer-input"
        rows={1}
        value={text}
        aria-label={label}
        placeholder={placeholder}
        maxLength={limit}
        aria-describedby={isNear ? countId : describedBy}
        enterKeyHint="send"
        dir="auto"
        onChange={(event) => write(event.target.value)}
        onKeyDown={press}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0 || !onFiles) return;
          event.preventDefault();
          onFiles(files);
        }}
      />
      {isNear ? (
        <span id={countId} className="composer-count">
          {formatNumber(text.length)}/{formatNumber(limit)}
        </span>
      ) : null}
    </>
  );
}

/** Browsers that know `field-sizing` fit the box themselves (composer.css), without the two layouts per key of `fit`. */
const FITS_ITSELF = globalThis.CSS?.supports?.("field-sizing", "content") ?? false;

/** Fits the height of the box to its text. Measuring forces a layout, so an empty box gets one row without it. */
function fit(element: HTMLTextAreaElement): void {
  if (FITS_ITSELF) return;
  element.style.height = "";
  element.style.overflowY = "hidden";
  if (element.value === "") return;
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
  const most =
    Number.parseFloat(lineHeight) * MAX_ROWS +
    Number.parseFloat(paddingTop) +
    Number.parseFloat(paddingBottom);
  element.style.height = "auto";
  // `height` includes the borders, `scrollHeight` does not; without adding them the box would shrink at the first letter.
  const borders = element.offsetHeight - element.clientHeight;
  element.style.height = `${Math.min(element.scrollHeight, most) + borders}px`;
  element.style.overflowY = element.scrollHeight > most + 1 ? "auto" : "hidden";
}
