import { isAdmin, type UserActor } from "#tenants/tenant.ts";
import type { QuickReply } from "./schema.ts";

type Owned = Pick<QuickReply, "shared" | "userId">;

/** True for one's own and for shared quick replies (docs/rules/contacts.md#visibility). */
export const canSee = (actor: Pick<UserActor, "id">, reply: Owned): boolean =>
  reply.shared || reply.userId === actor.id;

/** Shared quick replies may be changed by admins only (docs/rules/contacts.md#visibility). */
export const canWrite = (actor: UserActor, reply: Owned): boolean =>
  reply.shared ? isAdmin(actor) : reply.userId === actor.id;
