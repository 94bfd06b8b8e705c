import type { ReactNode, Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import type { TooltipPlacement } from "#web/ui/overlay/tooltip-place.ts";
import { classNames } from "#web/ui/styles/class-names.ts";
import "./icon-button.css";

export interface IconButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  /** Name for screen readers and text of the tooltip. */
  readonly label: string;
  /** The icon. */
  readonly children: ReactNode;
  readonly variant?: "plain" | "primary" | "danger";
  readonly size?: "m" | "s";
  /** A short number or character at the corner (`9+`, `!`). */
  readonly badge?: string | null;
  readonly placement?: TooltipPlacement;
  readonly className?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A square button with an icon; its name appears as a tooltip. */
export function IconButton({
  label,
  children,
  variant = "plain",
  size = "m",
  badge,
  placement = "bottom",
  className,
  ...rest
}: IconButtonProps) {
  return (
    <AriaButton
      {...rest}
      aria-label={badge ? `${label} (${badge})` : label}
      className={classNames("icon-button", `icon-button-${variant}`, `icon-button-${size}`, className)}
      data-tooltip={label}
      data-tooltip-side={placement}
    >
      {children}
      {badge ? <span className="icon-button-badge" data-badge={badge} aria-hidden="true" /> : null}
    </AriaButton>
  );
}
