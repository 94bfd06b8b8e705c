import { existsSync, rmSync } from "node:fs";
import { eraseCredentials, linkedMark } from "#channels/connections/whatsapp/store/credentials.ts";
import {
  closeSessionDatabase,
  openSessionDatabase,
  sessionFile,
} from "#channels/connections/whatsapp/store/database.ts";
import { forgetPerson } from "#channels/connections/whatsapp/store/forget-person.ts";
import { SessionDamaged } from "#channels/connections/whatsapp/store/seal.ts";
import { notePath } from "#platform/db/ship/changed-paths.ts";

/** True when a device was linked in this directory, even if the file is damaged: `start` reports the damage. */
export function hasCredentials(directory: string): boolean {
  return existsSync(linkedMark(directory));
}

/**
 * Erases the credentials of a session that is not running. An unreadable file is deleted completely: without its keys
 * the rest of it is useless.
 */
export function wipeCredentials(directory: string): void {
  const file = sessionFile(directory);
  if (!existsSync(file)) {
    rmSync(linkedMark(directory), { force: true });
    notePath(linkedMark(directory));
    return;
  }
  try {
    const db = openSessionDatabase(directory);
    try {
      eraseCredentials(directory, db);
    } finally {
      closeSessionDatabase(db);
    }
  } catch (error) {
    if (!(error instanceof SessionDamaged)) throw error;
    for (const name of [file, `${file}-wal`, `${file}-shm`, linkedMark(directory)])
      rmSync(name, { force: true });
    notePath(file);
    notePath(linkedMark(directory));
  }
}

/** Deletes the data of a person from a session that is not running. */
export function forgetStored(directory: string, values: readonly string[]): void {
  if (!existsSync(sessionFile(directory))) return;
  const db = openSessionDatabase(directory);
  try {
    forgetPerson(db, values);
  } finally {
    closeSessionDatabase(db);
  }
}
