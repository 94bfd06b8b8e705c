/** Public functions of the users. */

export { actorOfUser } from "./actor.ts";
export { ConnectionExistsPort, checkPassword } from "./checks.ts";
export { addUser, hashChecked } from "./create.ts";
export { emailInUse } from "./errors.ts";
export { checkEmailFree, ensureHiddenUser, loginKey, ownerOf, reindexLogins } from "./logins/login-index.ts";
export {
  clearSuperColumn,
  findSuperUser,
  isSuper,
  SUPER_COLUMN,
  type SuperColumn,
  type SuperUser,
  superUsers,
} from "./logins/super-users.ts";
export { abilitiesOf } from "./policy.ts";
export { preferencesOf, undoSendMs } from "./preferences/preferences.ts";
export { PauseReasonsPort } from "./presence/pause-reasons.ts";
export { PresencePort, personLoggedOut, setAwayOf } from "./presence/presence.ts";
export { presentUser, presentUserFor } from "./present.ts";
export { findHiddenUser, findUser, type UserView } from "./queries.ts";
export { renewPasswordHash, storePassword } from "./update.ts";
