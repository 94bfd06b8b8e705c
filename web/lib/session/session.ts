import type { Ability } from "#accounts/users/contract.ts";
import { isSupport, maySetSecrets as maySet } from "#tenants/policy.ts";
import { api } from "#web/lib/api/api.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { drafts } from "#web/lib/storage/drafts.ts";
import { indexedFiles } from "#web/lib/storage/file-store.ts";
import { storageScopeOf } from "#web/lib/storage/storage-scope.ts";
import { Session } from "./session-model.ts";

export type { LoginResult } from "./session-changes.ts";
export type { Session, SessionState } from "./session-model.ts";

/** The session model of the page. */
export const session = new Session({ api, socket, drafts, files: indexedFiles() });

/** Short for `session.can`. */
export function can(ability: Ability): boolean {
  return session.can(ability);
}

/**
 * Whether the user may change users, passwords, keys and other secrets; false in a support session. Reads a signal.
 */
export function maySetSecrets(): boolean {
  const user = session.user.value;
  return user === null || maySet(user);
}

/** Storage scope of the drafts and files on this page (`storageScopeOf`); null: none, as in a support session. */
export function ownStorageScope(): string | null {
  const user = session.user.peek();
  return user && !isSupport(user) ? storageScopeOf(user) : null;
}
