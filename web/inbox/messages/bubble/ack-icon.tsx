import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import CheckCheck from "lucide-react/icons/check-check";
import CircleAlert from "lucide-react/icons/circle-alert";
import Clock from "lucide-react/icons/clock-3";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import type { AckMark } from "./ack.ts";
import "./ack-icon.css";

const ICONS = {
  waiting: Clock,
  sent: Check,
  received: CheckCheck,
  read: CheckCheck,
  seen: CheckCheck,
  played: CheckCheck,
  failed: CircleAlert,
  cancelled: Ban,
} as const satisfies Record<AckMark, unknown>;

/** The mark of an own message: a clock, ✓, ✓✓, or ✓✓ in colour. */
export function AckIcon({ mark }: { readonly mark: AckMark }) {
  const t = useText(messages);
  const Icon = ICONS[mark];
  const words = t(`ack.${mark === "seen" ? "read" : mark}`);
  return (
    <span className={`ack ack-${mark}`} title={words}>
      <Icon aria-hidden="true" />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
