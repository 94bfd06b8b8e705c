import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatTime } from "#web/lib/format/dates.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { forwardTexts } from "./locales/index.ts";
import { selection } from "./selection.ts";
import "./pick-box.css";

/** A call forwards this many messages (`MAX_FORWARDED` of the server). */
const MOST = 20;

export interface PickBoxProps {
  /** One message, or the pictures of an album. */
  readonly messages: readonly MessageAnswer[];
  readonly picked: ReadonlySet<number>;
}

/** Covers a bubble while messages are selected: a press selects it or removes it from the selection. */
export function PickBox({ messages, picked }: PickBoxProps) {
  const t = useText(forwardTexts);
  const isPicked = messages.every(({ id }) => picked.has(id));
  const toggle = () => {
    const now = selection.peek();
    if (!now) return;
    const ids = new Set(now.ids);
    for (const { id } of messages) {
      if (isPicked) ids.delete(id);
      else ids.add(id);
    }
    if (ids.size > MOST) toast.info(t("most", { count: MOST }));
    else selection.value = { ...now, ids };
  };
  return (
    <label className="pick-box">
      <input
        type="checkbox"
        checked={isPicked}
        onChange={toggle}
        aria-label={t("pick", { time: formatTime(messages[0]?.createdAt ?? "") })}
      />
    </label>
  );
}
