import { eq } from "drizzle-orm";
import { noPrompt } from "#automation/prompts/errors.ts";
import { PromptDeleted, PromptDeleting } from "#automation/prompts/events.ts";
import { findPrompt } from "#automation/prompts/queries.ts";
import { prompt } from "#automation/prompts/schema.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/**
 * Admins delete prompts: queues, connections and options that named it name none any more (a trigger of the table),
 * its tickets wait for a person. Throws 404 ERR_NOT_FOUND.
 */
export function deletePrompt({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    if (!findPrompt(unit.db, id)) throw noPrompt();
    unit.emit(PromptDeleting, { promptId: id });
    unit.db.delete(prompt).where(eq(prompt.id, id)).run();
    unit.emit(PromptDeleted, { promptId: id });
  });
}
