import type { ReactNode } from "react";
import { classNames } from "#web/ui/styles/class-names.ts";
import { dataColor } from "#web/ui/styles/color.ts";
import "./chip.css";

export interface ChipProps {
  readonly children: ReactNode;
  /** Colour of a queue or tag, as stored; without it the chip is grey. */
  readonly color?: string | null;
  /** Tones of our own, for states. */
  readonly tone?: "neutral" | "success" | "waiting" | "danger" | "primary";
  /** Tags are round, queues and connections square. */
  readonly shape?: "square" | "round";
  readonly icon?: ReactNode;
  readonly className?: string;
}

/** A small label: queue, connection, tag, state. The text keeps its contrast whatever colour people chose. */
export function Chip({ children, color, tone = "neutral", shape = "square", icon, className }: ChipProps) {
  return (
    <span
      className={classNames("chip", color ? "chip-data" : `chip-${tone}`, `chip-${shape}`, className)}
      style={color ? dataColor(color) : undefined}
    >
      {icon}
      <span className="ellipsis">{children}</span>
    </span>
  );
}
