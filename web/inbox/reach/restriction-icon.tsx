import { useSignals } from "@preact/signals-react/runtime";
import MessageCircleOff from "lucide-react/icons/message-circle-off";
import type { RestrictionAnswer } from "#channels/connections/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { currentMinute } from "#web/lib/now-signal.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { reachTexts } from "./locales/index.ts";
import { restrictionText } from "./restriction-text.ts";
import "./reach.css";

/**
 * In the header of a conversation: the number is restricted, with the same text as on the connections page. A press shows
 * them on phones, which have no tooltips.
 */
export function RestrictionIcon({ restriction }: { readonly restriction: RestrictionAnswer }) {
  useSignals();
  const t = useText(reachTexts);
  const words = restrictionText(t, restriction, currentMinute.value);
  return (
    <button
      type="button"
      className="restriction-icon"
      aria-label={words}
      title={words}
      onClick={() => toast.info(words)}
    >
      <MessageCircleOff aria-hidden="true" />
    </button>
  );
}
