import { useMemo, useRef } from "react";
import { SLOTS } from "#outreach/campaigns/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { Campaign } from "./campaigns-api.ts";
import { type Command, commander, DONE } from "./commands.ts";
import { campaignTexts } from "./locales/index.ts";

const NO_QUESTION = Object.fromEntries(SLOTS.map((slot) => [`confirmationMessage${slot}`, true]));

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
        onFailure(error) {
          // No form is open that could mark the field.
          const isUnasked =
            error instanceof ApiError && Object.keys(error.fields).some((name) => name in NO_QUESTION);
          if (isUnasked) toast.error(t("field.confirmationMissing"));
          else toast.failure(error);
        },
      }),
    [t],
  );
}
