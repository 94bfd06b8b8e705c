import type { ReactNode } from "react";
import { classNames } from "#web/ui/styles/class-names.ts";
import { dataColor } from "#web/ui/styles/color.ts";
import "./chip.css";

export interface ChipProps {
  readonly children: ReactNode;
  /** Stored colour of a queue or tag; without it the chip is grey. */
  readonly color?: string | null;
  /** Colours for states. */
  readonly tone?: "neutral" | "success" | "waiting" | "danger" | "primary";
  /** Tags are round, queues and connections square. */
  readonly shape?: "square" | "round";
  readonly icon?: ReactNode;
  readonly className?: string;
  /** Tooltip. */
  readonly title?: string;
}

/** A small label: queue, connection, tag, state. The text has enough contrast on every colour. */
export function Chip({
  children,
  color,
  tone = "neutral",
  shape = "square",
  icon,
  className,
  title,
}: ChipProps) {
  return (
    <span
      title={title}
      className={classNames("chip", color ? "chip-data" : `chip-${tone}`, `chip-${shape}`, className)}
      style={color ? dataColor(color) : undefined}
    >
      {icon}
      <span className="ellipsis">{children}</span>
    </span>
  );
}
