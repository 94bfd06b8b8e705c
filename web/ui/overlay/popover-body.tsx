import type { RefObject } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover as AriaPopover } from "react-aria-components/Popover";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import type { PopoverProps } from "./popover.tsx";
import "./popover.css";

interface Props extends Omit<PopoverProps, "trigger" | "isOpen" | "onOpenChange"> {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Content of a popover; loaded when it is opened. */
export function PopoverBody({
  label,
  children,
  placement = "bottom end",
  className,
  button,
  onOpenChange,
}: Props) {
  const close = () => onOpenChange(false);
  useBackCloses(close);
  return (
    <AriaPopover
      className={classNames("popover", className)}
      triggerRef={button}
      isOpen
      onOpenChange={onOpenChange}
      placement={placement}
      offset={6}
    >
      <Dialog className="popover-dialog" aria-label={label}>
        <ErrorBoundary part="popover">
          {typeof children === "function" ? children(close) : children}
        </ErrorBoundary>
      </Dialog>
    </AriaPopover>
  );
}
