import { effect } from "@preact/signals-react";
import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import { session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { firstStepsTexts } from "./locales/index.ts";

/**
 * The last first step is an answer to a customer, sent on the ticket page, where the panel is not shown: a toast
 * announces the completion. A visible panel celebrates instead. Returns a function that stops it.
 */
export function tellLastStep(): () => void {
  let company: number | undefined;
  let before: string | undefined;
  return effect(() => {
    const now = session.setting("firstSteps");
    const at = session.user.value?.company.id;
    const isLast = at === company && before === "shown" && now === "done";
    company = at;
    before = now;
    if (isLast && !document.querySelector(".first-steps")) void tell();
  });
}

async function tell(): Promise<void> {
  await preloadTexts(firstStepsTexts);
  toast.success(`${text(firstStepsTexts, "party.title")} ${text(firstStepsTexts, "party.text")}`);
}
