import { useEffect, useRef, useState } from "react";
import { placeTooltip, type TooltipPlacement } from "./tooltip-place.ts";
import "./tooltip.css";

/** Delay before a tooltip appears, ms, so that none flickers while the mouse moves across a bar. */
const DELAY_MS = 500;

interface Shown {
  readonly target: HTMLElement;
  readonly text: string;
}

/**
 * The only tooltip of the page: shows `data-tooltip` of the element that is hovered or focused by keyboard; Esc hides
 * it. Its text is also the name of the control, so it is hidden from screen readers.
 */
export function TooltipHost() {
  const [shown, setShown] = useState<Shown | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => listen(setShown), []);
  useEffect(() => {
    if (!shown || !box.current) return;
    const side = (shown.target.dataset["tooltipSide"] ?? "top") as TooltipPlacement;
    const { left, top } = placeTooltip(shown.target.getBoundingClientRect(), box.current, side);
    box.current.style.left = `${left}px`;
    box.current.style.top = `${top}px`;
  }, [shown]);
  return shown ? (
    <div ref={box} className="tooltip" aria-hidden="true">
      {shown.text}
    </div>
  ) : null;
}

/** Handles mouse and keyboard of the whole page. Returns a function that stops it. */
function listen(show: (shown: Shown | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(timer);
    show(null);
  };
  const offer = (target: EventTarget | null, wait: number) => {
    hide();
    const element = target instanceof Element ? target.closest<HTMLElement>("[data-tooltip]") : null;
    const text = element?.dataset["tooltip"];
    if (!element || !text) return;
    timer = setTimeout(() => element.isConnected && show({ target: element, text }), wait);
  };
  const over = (event: PointerEvent) => event.pointerType === "mouse" && offer(event.target, DELAY_MS);
  const focus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(":focus-visible")) offer(target, 0);
  };
  const key = (event: KeyboardEvent) => event.key === "Escape" && hide();
  document.addEventListener("pointerover", over);
  document.addEventListener("pointerdown", hide);
  document.addEventListener("focusin", focus);
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", key);
  document.addEventListener("scroll", hide, true);
  return () => {
    hide();
    document.removeEventListener("pointerover", over);
    document.removeEventListener("pointerdown", hide);
    document.removeEventListener("focusin", focus);
    document.removeEventListener("focusout", hide);
    document.removeEventListener("keydown", key);
    document.removeEventListener("scroll", hide, true);
  };
}
