import "./presence-dot.css";

/** `away` is a pause set by hand, whether a page is open or not. */
export type Presence = "online" | "away" | "offline";

export const presenceOf = ({
  online,
  away,
}: {
  readonly online: boolean;
  readonly away: boolean;
}): Presence => (away ? "away" : online ? "online" : "offline");

/** The dot at a face; the words stand beside it, or `label` says them. */
export function PresenceDot({ presence, label }: { readonly presence: Presence; readonly label?: string }) {
  return (
    <i
      className={`presence-mark presence-${presence}`}
      {...(label === undefined ? { "aria-hidden": "true" } : { role: "img", "aria-label": label })}
    />
  );
}
