import { useSignals } from "@preact/signals-react/runtime";
import { usersTexts } from "#web/accounts/users/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { preferences } from "#web/lib/session/preferences.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";

/** Seconds that are offered; the server accepts all from 0 to 15. */
const SECONDS = [0, 3, 5, 10, 15];

/** How the user sends messages; each choice is stored at once. */
export function WritingChoices() {
  useSignals();
  const t = useText(usersTexts);
  const seconds = preferences.of("undoSendSeconds");
  const offered = SECONDS.includes(seconds) ? SECONDS : [...SECONDS, seconds].sort((a, b) => a - b);
  const set = (changes: Parameters<typeof preferences.set>[0]) =>
    void preferences.set(changes).catch(toast.failure);
  return (
    <>
      <Select
        label={t("writing.undo")}
        help={t("writing.undoHelp")}
        options={offered.map((id) => ({
          id,
          label: id === 0 ? t("writing.atOnce") : t("writing.seconds", { count: id }),
        }))}
        value={seconds}
        onChange={(undoSendSeconds) => set({ undoSendSeconds })}
      />
      <Switch
        label={t("writing.sendAndResolve")}
        help={t("writing.sendAndResolveHelp")}
        value={preferences.of("sendAndResolve")}
        onChange={(sendAndResolve) => set({ sendAndResolve })}
      />
      <Select
        label={t("writing.after")}
        options={(["list", "next"] as const).map((id) => ({ id, label: t(`writing.after_${id}`) }))}
        help={t("writing.afterHelp")}
        value={preferences.of("afterResolve")}
        onChange={(afterResolve) => set({ afterResolve })}
      />
    </>
  );
}
