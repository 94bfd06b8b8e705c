/** What other features may use of the users. */
export { personLoggedOut } from "./attendance.ts";
export { checkPassword } from "./checks.ts";
export { addUser, hashChecked } from "./create.ts";
export { ensureHiddenUser } from "./hidden-user.ts";
export { checkEmailFree, ownerOf, reindexLogins } from "./login-index.ts";
export { abilitiesOf } from "./policy.ts";
export { PresencePort } from "./presence.ts";
export { presentUser } from "./present.ts";
export { findHiddenUser, findUser, type UserView } from "./queries.ts";
export {
  clearSuperColumn,
  findSuperUser,
  isSuper,
  SUPER_COLUMN,
  type SuperColumn,
  type SuperUser,
  superUsers,
} from "./super-users.ts";
export { renewPasswordHash, storePassword } from "./update.ts";
