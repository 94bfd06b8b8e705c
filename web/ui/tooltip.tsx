import type { ReactElement } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";
import "./tooltip.css";

export type TooltipPlacement = "top" | "bottom" | "left" | "right";
export interface TooltipProps {
  readonly text: string;
  /** One pressable part of react-aria (Button, IconButton, Focusable). */
  readonly children: ReactElement;
  readonly placement?: TooltipPlacement;
  readonly isDisabled?: boolean;
}

/** Waits before it shows, so that moving the mouse across a bar does not flicker; ms. */
const DELAY_MS = 500;

/** A short name beside what is hovered or focused; never the only place where something is said. */
export function Tooltip({ text, children, placement = "top", isDisabled = false }: TooltipProps) {
  return (
    <TooltipTrigger delay={DELAY_MS} closeDelay={80} isDisabled={isDisabled}>
      {children}
      <AriaTooltip className="tooltip" placement={placement} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
