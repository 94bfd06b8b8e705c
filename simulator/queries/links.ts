import { unlinkCompanion } from "#simulator/registration/unlink.ts";
import type { QueryHandler } from "./query.ts";

/** The client logs itself out: the device is removed after the response. */
const removeDevice: QueryHandler = ({ asker }) => {
  asker.phone.network.afterAnswer(() => unlinkCompanion(asker));
  return undefined;
};

export const linkQueries: Readonly<Record<string, Readonly<Record<string, QueryHandler>>>> = {
  "md/set": { "remove-companion-device": removeDevice },
};
