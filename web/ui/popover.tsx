import type { ReactElement, ReactNode } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from "react-aria-components/Popover";
import { classNames } from "./class-names.ts";
import "./popover.css";

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

/** A panel beside its button; closes with Esc, by a press outside, or by `close()`. */
export function Popover({
  trigger,
  label,
  children,
  placement = "bottom end",
  isOpen,
  onOpenChange,
  className,
}: PopoverProps) {
  return (
    <DialogTrigger
      {...(isOpen === undefined ? {} : { isOpen })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      {trigger}
      <AriaPopover className={classNames("popover", className)} placement={placement} offset={6}>
        <Dialog className="popover-dialog" aria-label={label}>
          {({ close }) => (typeof children === "function" ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
