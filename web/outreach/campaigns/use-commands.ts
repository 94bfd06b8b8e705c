import { useMemo, useRef } from "react";
import { SLOTS } from "#outreach/campaigns/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { Campaign } from "./campaigns-api.ts";
import { type Command, createCommandRunner, DONE_TEXT } from "./commands.ts";
import { campaignTexts } from "./locales/index.ts";

const CONFIRMATION_FIELDS = Object.fromEntries(SLOTS.map((slot) => [`confirmationMessage${slot}`, true]));

/** Commands that show their result as a toast. */
export function useCommands(
  onChanged: (campaign: Campaign) => void,
): (command: Command, id: number) => Promise<void> {
  const t = useText(campaignTexts);
  const changed = useRef(onChanged);
  changed.current = onChanged;
  return useMemo(
    () =>
      createCommandRunner({
        onDone(campaign, command) {
          changed.current(campaign);
          toast.success(t(DONE_TEXT[command]));
        },
        onFailure(error) {
          // No form is open that could show the error at its field, so a toast names the field.
          const lacksConfirmation =
            error instanceof ApiError &&
            Object.keys(error.fields).some((name) => name in CONFIRMATION_FIELDS);
          if (lacksConfirmation) toast.error(t("field.confirmationMissing"));
          else toast.failure(error);
        },
      }),
    [t],
  );
}
