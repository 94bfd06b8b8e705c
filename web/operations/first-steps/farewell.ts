import { effect } from "@preact/signals-react";
import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import { session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { firstStepsTexts } from "./locales/index.ts";

/**
 * The last of the first steps, an answer, is done beside a conversation, where the panel does not stand: there it is
 * said in passing. Where the panel is on screen it celebrates by itself. Answers how to stop.
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
