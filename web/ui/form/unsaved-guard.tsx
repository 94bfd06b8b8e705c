import { type ReactNode, useLayoutEffect, useState } from "react";
import { guardNavigation } from "#web/lib/page/navigation-guard.ts";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import type { FormModel, FormValues } from "./form-model.ts";

const ConfirmDiscard = lazyLayer(async () => (await import("./confirm-discard.tsx")).ConfirmDiscard);

/**
 * Guards a form in a dialog: `close` closes at once without changes and asks for confirmation otherwise. Render
 * `guard` beside the dialog.
 */
export function useUnsavedGuard<Values extends FormValues>(
  form: FormModel<Values>,
  onClose: () => void,
): { readonly close: () => void; readonly guard: ReactNode } {
  const { unless, guard } = useDiscardGuard(() => form.dirty.peek());
  return { close: () => unless(onClose), guard };
}

/** Guards changes outside a form: `unless` continues immediately, or asks for confirmation while `isUnsaved`. */
export function useDiscardGuard(isUnsaved: () => boolean): {
  readonly unless: (goOn: () => void) => void;
  readonly guard: ReactNode;
} {
  const [next, setNext] = useState<(() => void) | null>(null);
  const unless = (goOn: () => void) => {
    if (isUnsaved()) setNext(() => goOn);
    else goOn();
  };
  const guard = next ? <ConfirmDiscard onDiscard={next} onClose={() => setNext(null)} /> : null;
  return { unless, guard };
}

/**
 * While `isUnsaved`, navigation to another page and closing this one ask for confirmation. Render the returned
 * element. `Form` includes it.
 */
export function useLeaveGuard(isUnsaved: boolean): ReactNode {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  // A layout effect, so that the guard is removed before the next page reads its address.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener("beforeunload", confirmUnload);
    const letGo = guardNavigation((go) => setLeave(() => go));
    return () => {
      globalThis.removeEventListener("beforeunload", confirmUnload);
      letGo();
      setLeave(null);
    };
  }, [isUnsaved]);
  return leave ? <ConfirmDiscard onDiscard={leave} onClose={() => setLeave(null)} /> : null;
}
