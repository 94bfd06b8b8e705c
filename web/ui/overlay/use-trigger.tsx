import { cloneElement, type ReactElement, type Ref, useRef, useState } from "react";

/** Properties a trigger must accept: our Button and IconButton, and react-aria's Button. */
interface TriggerProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onPress?: () => void;
  readonly onHoverStart?: () => void;
  readonly onKeyDown?: (event: { readonly key: string; continuePropagation(): void }) => void;
  readonly "aria-haspopup"?: "menu" | "dialog";
  readonly "aria-expanded"?: boolean;
}
export interface TriggerOptions {
  readonly kind: "menu" | "dialog";
  /** Loads the code of the overlay; called when the mouse hovers the trigger. */
  readonly load: () => unknown;
  /** When set, the caller controls whether the overlay is open. */
  readonly isOpen?: boolean | undefined;
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined;
}

/**
 * Makes a button open an overlay whose code is loaded only then: menus and popovers are large, and most visits need
 * none.
 */
export function useTrigger(trigger: ReactElement, options: TriggerOptions) {
  const button = useRef<HTMLButtonElement>(null);
  const [own, setOwn] = useState(false);
  const isOpen = options.isOpen ?? own;
  const setOpen = (open: boolean) => {
    setOwn(open);
    options.onOpenChange?.(open);
  };
  const element = cloneElement(trigger as ReactElement<TriggerProps>, {
    ref: button,
    onPress: () => setOpen(!isOpen),
    onHoverStart: () => void options.load(),
    onKeyDown: (event) => {
      const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
      if (options.kind === "menu" && isArrow) setOpen(true);
      // A key was pressed before the overlay has got the focus.
      else if (event.key === "Escape" && isOpen) setOpen(false);
      // React-aria stops the propagation of a key that has a listener, but the shortcuts of the page need it.
      else event.continuePropagation();
    },
    "aria-haspopup": options.kind,
    "aria-expanded": isOpen,
  });
  return { element, button, isOpen, close: () => setOpen(false), setOpen };
}
