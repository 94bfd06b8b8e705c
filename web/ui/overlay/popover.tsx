import type { ReactElement, ReactNode } from "react";
import type { PopoverProps as AriaPopoverProps } from "react-aria-components/Popover";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { useTrigger } from "./use-trigger.tsx";

const PopoverBody = lazyLayer(async () => (await import("./popover-body.tsx")).PopoverBody);
export const preloadPopover = PopoverBody.preload;

export interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  /** Name for screen readers. */
  readonly label: string;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
  readonly placement?: NonNullable<AriaPopoverProps["placement"]>;
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly className?: string;
}

/** A panel beside its button; closes with Esc, on a press outside, or by `close()`. */
export function Popover({ trigger, isOpen, onOpenChange, ...rest }: PopoverProps) {
  const state = useTrigger(trigger, { kind: "dialog", load: preloadPopover, isOpen, onOpenChange });
  return (
    <>
      {state.element}
      {state.isOpen ? <PopoverBody {...rest} button={state.button} onOpenChange={state.setOpen} /> : null}
    </>
  );
}
