import { useSignals } from "@preact/signals-react/runtime";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import X from "lucide-react/icons/x";
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { type Toast, timeOf, toasts } from "./toast.ts";
import "./toast.css";

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };

/**
 * Container of the toasts; one per page (docs/rules/toasts.md#place). It is above an open dialog, too, on screen and
 * for screen readers.
 */
export function ToastRegion() {
  useSignals();
  const t = useText(common);
  const [isHeld, setHeld] = useState(false);
  const hold = (held: boolean) => () => setHeld(held);
  const region = useRef<HTMLElement>(null);
  const list = toasts.list.value;
  useToastOffset(region, list.length > 0);
  return (
    <section
      ref={region}
      className="toast-region"
      aria-label={t("toast.region")}
      data-react-aria-top-layer="true"
      onMouseEnter={hold(true)}
      onMouseLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      {list.map((toast) => (
        <ToastItem key={toast.id} toast={toast} isHeld={isHeld} />
      ))}
    </section>
  );
}

/** One toast; its time restarts when the mouse or the focus leaves the region, unless its time is exact. */
function ToastItem({ toast, isHeld }: { readonly toast: Toast; readonly isHeld: boolean }) {
  const t = useText(common);
  const { id, tone, text, detail, action, exactMs } = toast;
  const Icon = ICONS[tone];
  const time = timeOf(toast);
  const isWaiting = isHeld && exactMs === undefined;
  useEffect(() => {
    if (isWaiting) return;
    const timer = setTimeout(() => toasts.close(id), time);
    return () => clearTimeout(timer);
  }, [id, time, isWaiting]);
  return (
    <div className={`toast toast-${tone}`} role={tone === "error" ? "alert" : "status"}>
      {exactMs === undefined ? <Icon aria-hidden="true" /> : <ToastCountdown ms={exactMs} />}
      <span className="toast-words">
        {text}
        {detail ? (
          <span className="toast-detail ellipsis" dir="auto">
            {detail}
          </span>
        ) : null}
      </span>
      {action ? (
        <Button size="s" variant="ghost" onPress={() => toasts.act(toast)}>
          {action.label}
        </Button>
      ) : null}
      <button
        type="button"
        className="toast-close"
        aria-label={t("action.close")}
        onClick={() => toasts.close(id)}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  );
}

const RADIUS = 8;
const LENGTH = 2 * Math.PI * RADIUS;

const ringStyle = (ms: number) =>
  ({ strokeDasharray: LENGTH, "--ring-length": LENGTH, animationDuration: `${ms}ms` }) as CSSProperties;

/** A ring that empties within `ms`. */
function ToastCountdown({ ms }: { readonly ms: number }) {
  return (
    <svg className="toast-countdown" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <circle cx="10" cy="10" r={RADIUS} />
      <circle className="toast-countdown-left" cx="10" cy="10" r={RADIUS} style={ringStyle(ms)} />
    </svg>
  );
}

/** Interval of measuring while a toast is shown, ms: the composer grows while the user types. */
const MEASURE_MS = 200;

/** Elements at the bottom edge of a phone that toasts must not cover: composers, bars, the buttons of a dialog. */
const BARS = ".composer, [data-bottom-bar], .dialog-foot, .dialog-body .form-actions";

/** Height at the bottom of the page that is covered by a composer or another bar (`data-bottom-bar`) and the on-screen keyboard, px. */
export function bottomInset(page: Document): number {
  const { innerHeight, visualViewport } = page.defaultView ?? globalThis.window;
  const visible = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight;
  const tops = [...page.querySelectorAll(BARS)]
    .map((bar) => bar.getBoundingClientRect())
    // Buttons in the middle of a page are ignored.
    .filter(({ height, top }) => height > 0 && top > innerHeight / 2)
    .map(({ top }) => top);
  return Math.max(0, Math.round(innerHeight - Math.min(visible, ...tops)));
}

/** On phones toasts are above the composer and the keyboard: sets `--toast-offset` for the style sheet. */
function useToastOffset(region: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    const measure = () =>
      region.current?.style.setProperty("--toast-offset", `${bottomInset(globalThis.document)}px`);
    measure();
    const timer = setInterval(measure, MEASURE_MS);
    return () => clearInterval(timer);
  }, [region, isShown]);
}
