import { setting, writeSetting } from "#accounts/settings/index.ts";
import { AppError } from "#platform/errors.ts";
import type { Context } from "#provider/importer/context.ts";
import { type Row, textOf } from "#provider/importer/dump/values.ts";
import { note, tallyOf } from "#provider/importer/report.ts";

/** Settings with the same meaning here; keys of outside services are not imported and must be entered again. */
const SAME = [
  "userRating",
  "scheduleType",
  "chatBotType",
  "CheckMsgIsGroup",
  "call",
  "userCreation",
  "sendGreetingAccepted",
  "sendMsgTransfTicket",
  "sendGreetingMessageOneQueues",
] as const;
type Same = (typeof SAME)[number];

const isSame = (key: string): key is Same => (SAME as readonly string[]).includes(key);

/** Settings are imported once, by the first run; later runs leave them unchanged. */
export function loadSettings(ctx: Context): void {
  const page = ctx.staging.page("Settings", ctx.company, undefined, 1000);
  ctx.onRows(page.length);
  if (page.length === 0) return;
  const tally = tallyOf(ctx.report, "Settings");
  for (const { id, data } of page) {
    const row = JSON.parse(data) as Row;
    const key = textOf(row["key"]);
    tally.read += 1;
    if (!isSame(key)) {
      tally.skipped += 1;
      note(ctx.report, "Settings", "no_key", id, key);
      continue;
    }
    if (ctx.refs.find("Settings", key)) {
      tally.unchanged += 1;
      continue;
    }
    try {
      setting(ctx.tenant, key);
      writeSetting(ctx.tenant, key, written(key, textOf(row["value"])));
      ctx.tenant.write(() => ctx.refs.keep("Settings", key, 0, ""));
      tally.created += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      tally.skipped += 1;
      note(ctx.report, "Settings", "bad_value", id, `${key} = ${textOf(row["value"])}`);
    }
  }
}

/** The value of a setting; some versions have an old spelling of "disabled". */
function written(key: Same, value: string): string {
  if (key === "scheduleType" || key === "chatBotType") return value === "desabled" ? "disabled" : value;
  return value === "enabled" || value === "true" ? "enabled" : value === "" ? value : "disabled";
}
