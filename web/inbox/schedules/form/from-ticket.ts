import { templateTexts } from "#web/channels/templates/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { scheduleTexts } from "#web/inbox/schedules/locales/index.ts";
import { variableTexts } from "#web/inbox/variables/locales/index.ts";

/** Loads the dialog with all its texts, for other pages that open it. */
export async function scheduleDialog() {
  const [dialog] = await Promise.all([
    import("./schedule-dialog.tsx"),
    preloadTexts(scheduleTexts, variableTexts, templateTexts),
  ]);
  return dialog.ScheduleDialog;
}
