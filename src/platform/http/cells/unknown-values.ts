import type { Cells } from "#platform/cells.ts";
import { AppError } from "#platform/errors.ts";
import { type CellRule, isByKey } from "./cell-rule.ts";

/** Answers to an unknown e-mail, key or token, and to an unknown owner link. */
const UNKNOWN: readonly number[] = [401, 410];
const RETRY_SECONDS = 5;

type Known = { readonly directory: Pick<Cells["directory"], "isComplete"> };

const refused = () => new AppError(503, "ERR_NOT_DURABLE", { retryAfterSeconds: RETRY_SECONDS });

/**
 * The answer to a request whose cell was found by a value of the directory. "Unknown" becomes 503 ERR_NOT_DURABLE while a cell has
 * not written its rows (docs/rules/cells.md#first-fill), for known values too: a wrong password must not differ from an unknown e-mail.
 */
export async function unlessIncomplete({ directory }: Known, answer: Response): Promise<Response> {
  if (!UNKNOWN.includes(answer.status) || (await directory.isComplete())) return answer;
  await answer.body?.cancel();
  throw refused();
}

/** Throws 503 ERR_NOT_DURABLE for a rule whose answers do not show that a value was not found, while the directory is not complete. */
export async function refuseIncomplete(
  { directory }: Known,
  rule: CellRule<never, never, never>,
): Promise<void> {
  if (isByKey(rule) && rule.hidesUnknown && !(await directory.isComplete())) throw refused();
}
