import { and, eq, isNull, lt } from "drizzle-orm";
import { presentAttachment, receiveAttachment, removeMediaFile } from "#channels/media/index.ts";
import type { Db } from "#platform/db/database.ts";
import { invalidFields } from "#platform/errors.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import type { ActionFileAnswer } from "./contract.ts";
import { type ActionFile, actionFile, type FileOwner } from "./schema.ts";

/** An unused upload is deleted at the next upload after this time, ms. */
const UNUSED_MS = 24 * 60 * 60_000;

/** Whether a user may read the files of an owner with this id; filled by the features that store lists of actions. */
export const ActionFileReadersPort =
  definePort<Map<FileOwner, (ctx: UserCtx, ownerId: number) => boolean>>("action-file-readers");

/**
 * `POST /action-files`: uploads a file for a reply, before the list of actions is stored
 * (docs/rules/ticket-actions.md#files). Throws the errors of `receiveAttachment`.
 */
export async function uploadActionFile(ctx: UserCtx, request: Request): Promise<ActionFileAnswer> {
  const { tenant, actor } = ctx;
  const id = await receiveAttachment(tenant, request, (unit, fileId) => {
    const unused = and(isNull(actionFile.owner), lt(actionFile.createdAt, unit.now - UNUSED_MS));
    for (const old of unit.db.select().from(actionFile).where(unused).all()) remove(unit, old.fileId);
    unit.db.insert(actionFile).values({ fileId, userId: actor.id, createdAt: unit.now }).run();
    return fileId;
  });
  return { fileId: id, ...presentAttachment(tenant, id) };
}

/** The files of a list with their names and signed addresses. */
export const presentFiles = (tenant: Tenant, actions: MaybeWithFiles) =>
  filesOf(actions).map((fileId) => ({ fileId, ...presentAttachment(tenant, fileId) }));

/**
 * Assigns the files of a stored list to its owner and deletes the owner's other files; `[]` deletes all. Throws 400
 * ERR_VALIDATION for a file that is neither the owner's nor a new upload of the user.
 */
export function keepActionFiles(
  unit: TenantUnit,
  owner: FileOwner,
  ownerId: number,
  actions: MaybeWithFiles,
  userId: number | null,
): void {
  const wanted = new Set(filesOf(actions));
  const mine = ofOwner(unit.db, owner, ownerId);
  for (const fileId of wanted) {
    if (mine.some((file) => file.fileId === fileId)) continue;
    const file = byId(unit.db, fileId);
    if (!file || file.owner !== null || file.userId !== userId) throw invalidFields({ fileId: "invalid" });
    unit.db.update(actionFile).set({ owner, ownerId }).where(eq(actionFile.fileId, fileId)).run();
  }
  for (const { fileId } of mine) if (!wanted.has(fileId)) remove(unit, fileId);
}

/** For `MediaReadersPort`: the user who uploaded it, and those who may see the owner. */
export function mayReadActionFile(ctx: UserCtx, fileId: number): boolean {
  const file = byId(ctx.tenant.db, fileId);
  if (!file) return false;
  const { owner, ownerId, userId } = file;
  if (owner === null || ownerId === null) return userId === ctx.actor.id;
  const readers = ctx.tenant.installation.ports.find(ActionFileReadersPort);
  return readers?.get(owner)?.(ctx, ownerId) ?? false;
}

/** Actions of any kind; replies may have a file. */
type MaybeWithFiles = readonly { readonly action: string; readonly fileId?: number | undefined }[];

const filesOf = (actions: MaybeWithFiles): number[] =>
  actions.flatMap((one) => (one.action === "reply" && one.fileId !== undefined ? [one.fileId] : []));

const byId = (db: Db, fileId: number): ActionFile | undefined =>
  db.select().from(actionFile).where(eq(actionFile.fileId, fileId)).get();

const ofOwner = (db: Db, owner: FileOwner, ownerId: number): readonly ActionFile[] =>
  db
    .select()
    .from(actionFile)
    .where(and(eq(actionFile.owner, owner), eq(actionFile.ownerId, ownerId)))
    .all();

function remove(unit: TenantUnit, fileId: number): void {
  unit.db.delete(actionFile).where(eq(actionFile.fileId, fileId)).run();
  removeMediaFile(unit, fileId);
}
