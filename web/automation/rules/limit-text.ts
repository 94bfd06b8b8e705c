import type { Translate } from "#web/i18n/dictionary.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type pt from "./locales/pt.json";

/** Shows which limit was reached; undefined for every other error. */
export function limitText(error: unknown, t: Translate<typeof pt>): true | undefined {
  if (!(error instanceof ApiError) || error.code !== "ERR_LIMIT_REACHED") return undefined;
  const limit = Number(error.details["limit"]);
  toast.error(t(error.details["resource"] === "activeRules" ? "list.limitActive" : "list.limit", { limit }));
  return true;
}
