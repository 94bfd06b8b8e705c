import { useSignals } from "@preact/signals-react/runtime";
import type { NotificationKind } from "#accounts/users/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { preferences } from "#web/lib/session/preferences.ts";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { pwaTexts } from "./locales/index.ts";

/** Kinds of personal notifications that occur today, in the order of the dialog. */
const KINDS = [
  "mention",
  "participant_news",
  "taken_over",
  "close_taken_back",
  "woken",
  "sla_warning",
  "sla_missed",
  "follow_up_ended",
] as const satisfies readonly NotificationKind[];

/** Which personal notifications are also sent to the user's devices (docs/rules/notifications.md#push). */
export function PushKinds() {
  useSignals();
  const t = useText(pwaTexts);
  const chosen = preferences.of("pushKinds");
  const choose = (kind: NotificationKind, isOn: boolean) => {
    const others = chosen.filter((one) => one !== kind);
    preferences.set({ pushKinds: isOn ? [...others, kind] : others }).catch(toast.failure);
  };
  return (
    <fieldset className="push-kinds">
      <legend>{t("push.kinds")}</legend>
      {KINDS.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`push.kind_${kind}`)}
          value={chosen.includes(kind)}
          onChange={(isOn) => choose(kind, isOn)}
        />
      ))}
    </fieldset>
  );
}
