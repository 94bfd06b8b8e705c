import { api } from "#web/lib/api/api.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { PreferencesModel } from "./preferences-model.ts";
import { ownStorageScope } from "./session.ts";

/** The preferences of the signed-in user. */
export const preferences = new PreferencesModel({ api, socket, scope: ownStorageScope });
