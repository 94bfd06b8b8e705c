import { useSignals } from "@preact/signals-react/runtime";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "./button.tsx";
import { ACTION_TOAST_MS, TOAST_MS, type Toast, toasts } from "./toast.ts";
import "./toast.css";

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };

/** Where toasts appear; once per page. It stays in reach, for eyes and ears, over an open dialog too. */
export function ToastRegion() {
  useSignals();
  const t = useText(common);
  const [isHeld, setHeld] = useState(false);
  const hold = (held: boolean) => () => setHeld(held);
  return (
    <section
      className="toast-region"
      aria-label={t("toast.region")}
      data-react-aria-top-layer="true"
      onMouseEnter={hold(true)}
      onMouseLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      {toasts.list.value.map((toast) => (
        <ToastItem key={toast.id} toast={toast} isHeld={isHeld} />
      ))}
    </section>
  );
}

/** One toast; its clock starts anew whenever the mouse or the focus leaves the region. */
function ToastItem({ toast, isHeld }: { readonly toast: Toast; readonly isHeld: boolean }) {
  const t = useText(common);
  const { id, tone, text, action } = toast;
  const Icon = ICONS[tone];
  const time = action ? ACTION_TOAST_MS : TOAST_MS;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => toasts.close(id), time);
    return () => clearTimeout(timer);
  }, [id, time, isHeld]);
  return (
    <div className={`toast toast-${tone}`} role={tone === "error" ? "alert" : "status"}>
      <Icon aria-hidden="true" />
      <span className="toast-words">{text}</span>
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
