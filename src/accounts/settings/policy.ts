import type { UserActor } from "#tenants/tenant.ts";
import type { Definition, Who } from "./catalogue.ts";

type Person = Pick<UserActor, "profile" | "super">;

const includes = (who: Who, person: Person): boolean =>
  who === "all" || (who === "admin" && person.profile === "admin") || person.super;

/** Who may read a setting: docs/rules/settings.md#access, column R; also the audience of the `setting` broadcast. */
export const canReadSetting = (person: Person, definition: Definition): boolean =>
  includes(definition.reads, person);

/** Who may change a setting: docs/rules/settings.md#access, column W. */
export const canWriteSetting = (person: Person, definition: Definition): boolean =>
  includes(definition.writes, person);
