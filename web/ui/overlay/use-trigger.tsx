import { cloneElement, type ReactElement, type Ref, useRef, useState } from "react";

/** What a trigger must understand: Button and IconButton of ours, Button of react-aria. */
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
  /** Fetches what will open; begun when the mouse comes near. */
  readonly load: () => unknown;
  /** Given, the caller keeps whether it is open. */
  readonly isOpen?: boolean | undefined;
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined;
}

/**
 * Makes a button open something that is fetched only then: menus and popovers are heavy, and most pages are
 * used without opening one.
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
      // Pressed before what opened has taken the focus.
      else if (event.key === "Escape" && isOpen) setOpen(false);
      // The library keeps a key to itself once anybody listens; shortcuts of the page must still hear it.
      else event.continuePropagation();
    },
    "aria-haspopup": options.kind,
    "aria-expanded": isOpen,
  });
  return { element, button, isOpen, close: () => setOpen(false), setOpen };
}
