import type { ReactNode, Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { classNames } from "#web/ui/styles/class-names.ts";
import "./button.css";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  readonly children: ReactNode;
  /** Only one primary action per view; `danger` for actions that cannot be undone; `ghost` has no border. */
  readonly variant?: "primary" | "secondary" | "ghost" | "danger";
  readonly size?: "m" | "s";
  /** An icon of lucide before the text. */
  readonly icon?: ReactNode;
  readonly className?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with a text. `isPending` shows a spinner and ignores further presses. */
export function Button({
  children,
  variant = "secondary",
  size = "m",
  icon,
  className,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton {...rest} className={classNames("button", `button-${variant}`, `button-${size}`, className)}>
      {rest.isPending ? <span className="button-spinner" aria-hidden="true" /> : icon}
      <span className="button-text">{children}</span>
    </AriaButton>
  );
}
