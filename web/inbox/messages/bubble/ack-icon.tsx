import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import CheckCheck from "lucide-react/icons/check-check";
import CircleAlert from "lucide-react/icons/circle-alert";
import Clock from "lucide-react/icons/clock-3";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
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

/** The icon of a message's ack status: a clock, ✓, ✓✓, or ✓✓ in colour. */
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

/** Ack status as shown beside the time of our own messages. */
type AckMark = "failed" | "cancelled" | "waiting" | "sent" | "received" | "read" | "seen" | "played";

type Sent = Pick<MessageAnswer, "ack" | "sendState">;

/**
 * The ack icon of our own message (docs/rules/messages.md#ack): a clock until the network has it, ✓ sent (ack 1), ✓✓
 * received (2), ✓✓ read (3), and ✓✓ in colour from a read receipt on (4 read, 5 played).
 */
export function ackMark(message: Sent): AckMark {
  if (message.sendState === "failed") return "failed";
  if (message.sendState === "cancelled") return "cancelled";
  if (message.ack >= 5) return "played";
  if (message.ack === 4) return "seen";
  if (message.ack === 3) return "read";
  if (message.ack === 2) return "received";
  return message.ack === 1 ? "sent" : "waiting";
}
