import { eq } from "drizzle-orm";
import { noPrompt } from "#automation/prompts/errors.ts";
import { PromptDeleted, PromptDeleting } from "#automation/prompts/events.ts";
import { findPrompt } from "#automation/prompts/queries.ts";
import { prompt } from "#automation/prompts/schema.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/**
 * Deletes a prompt: a trigger removes it from queues, connections and options; its tickets wait for a person. For
 * admins. Throws 404 ERR_NOT_FOUND.
 */
export function deletePrompt({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    if (!findPrompt(unit.db, id)) throw noPrompt();
    unit.emit(PromptDeleting, { promptId: id });
    unit.db.delete(prompt).where(eq(prompt.id, id)).run();
    unit.emit(PromptDeleted, { promptId: id });
  });
}
