import { loadActionTexts } from "#web/automation/ticket-actions/load-texts.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { viewTexts } from "#web/inbox/tickets/views/locales/index.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";

/** The editor of a rule with the texts of its conditions and actions. */
export async function loadRuleDialog() {
  const [part] = await Promise.all([import("./rule-dialog.tsx"), preloadTexts(viewTexts), loadActionTexts()]);
  return part.RuleDialog;
}

/** The log of a rule with the names of fields. */
export async function loadRunLog() {
  const [part] = await Promise.all([import("./run-log.tsx"), preloadTexts(viewTexts), fieldList.need()]);
  return part.RunLog;
}

/** The dry run of a rule. */
export async function loadDryRun() {
  const [part] = await Promise.all([import("./dry-run.tsx"), preloadTexts(viewTexts), fieldList.need()]);
  return part.DryRun;
}
