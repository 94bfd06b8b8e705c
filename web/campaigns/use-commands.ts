import { useMemo, useRef } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { toast } from "#web/ui/toast.ts";
import type { Campaign } from "./campaigns-api.ts";
import { type Command, commander, DONE } from "./commands.ts";
import { campaignTexts } from "./locales/index.ts";

/** Commands of the buttons, with their toasts. */
export function useCommands(
  onChanged: (campaign: Campaign) => void,
): (command: Command, id: number) => Promise<void> {
  const t = useText(campaignTexts);
  const changed = useRef(onChanged);
  changed.current = onChanged;
  return useMemo(
    () =>
      commander({
        onDone(campaign, command) {
          changed.current(campaign);
          toast.success(t(DONE[command]));
        },
        onFailure: toast.failure,
      }),
    [t],
  );
}
