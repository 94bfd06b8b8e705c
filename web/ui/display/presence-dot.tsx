import "./presence-dot.css";

/** `away` is a pause set by the user, with or without an open page. */
export type Presence = "online" | "away" | "offline";

export const presenceOf = ({
  online,
  away,
}: {
  readonly online: boolean;
  readonly away: boolean;
}): Presence => (away ? "away" : online ? "online" : "offline");

/** The presence dot of an avatar; `label` names the state where no text beside it does. */
export function PresenceDot({ presence, label }: { readonly presence: Presence; readonly label?: string }) {
  return (
    <i
      className={`presence-mark presence-${presence}`}
      {...(label === undefined ? { "aria-hidden": "true" } : { role: "img", "aria-label": label })}
    />
  );
}
