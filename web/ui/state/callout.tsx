import type { ReactNode } from "react";
import "./callout.css";

export interface CalloutProps {
  readonly tone: "info" | "waiting" | "danger" | "success";
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A message that remains on the page until its cause is resolved. */
export function Callout({ tone, icon, children }: CalloutProps) {
  return (
    <div className={`callout callout-${tone}`} role={tone === "danger" ? "alert" : "note"}>
      {icon}
      <div>{children}</div>
    </div>
  );
}
