import { classNames } from "#web/ui/styles/class-names.ts";
import "./badge.css";

export interface BadgeProps {
  /** Hidden for 0. */
  readonly count: number;
  /** Label of the count for screen readers: "3 não lidas". */
  readonly label?: string;
  readonly tone?: "primary" | "danger" | "quiet";
  readonly className?: string;
}

/** A count in a pill; `99+` above 99. */
export function Badge({ count, label, tone = "primary", className }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={classNames("badge", `badge-${tone}`, className)}>
      <span aria-hidden={label ? "true" : undefined}>{count > 99 ? "99+" : count}</span>
      {label ? <span className="visually-hidden">{label}</span> : null}
    </span>
  );
}
