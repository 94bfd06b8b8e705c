import { isAdmin, type UserActor } from "#tenants/tenant.ts";
import type { QuickReply } from "./schema.ts";

type Owned = Pick<QuickReply, "shared" | "userId">;

/** One's own, and those of the whole company (docs/rules/contacts.md#visibility). */
export const canSee = (actor: Pick<UserActor, "id">, reply: Owned): boolean =>
  reply.shared || reply.userId === actor.id;

/** Those of the whole company are written by admins (docs/rules/contacts.md#visibility). */
export const canWrite = (actor: UserActor, reply: Owned): boolean =>
  reply.shared ? isAdmin(actor) : reply.userId === actor.id;
