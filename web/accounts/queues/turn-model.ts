import { FEWEST_USERS } from "./queue-form-model.ts";

/** Whom the queue's tickets go to in turn, and whether they do. */
export interface Turn {
  readonly allow: boolean;
  readonly users: readonly number[];
}
export type Turned = Turn & {
  /** Enabled, or about to be, with too few users. */
  readonly tooFew: boolean;
};

/** Switching on needs two people; it stays off otherwise. */
export const switchTurn = ({ users }: Turn, on: boolean): Turned => {
  const tooFew = on && users.length < FEWEST_USERS;
  return { allow: on && !tooFew, users, tooFew };
};

/** Replaces the list; with fewer than two users it is disabled. */
export const withUsers = ({ allow }: Turn, users: readonly number[]): Turned => {
  const tooFew = allow && users.length < FEWEST_USERS;
  return { allow: allow && !tooFew, users, tooFew };
};

/** The list with one person `by` places further down (or up). */
export function moved(users: readonly number[], id: number, by: number): readonly number[] {
  const at = users.indexOf(id);
  const to = Math.min(Math.max(at + by, 0), users.length - 1);
  if (at < 0 || at === to) return users;
  return users.toSpliced(at, 1).toSpliced(to, 0, id);
}
