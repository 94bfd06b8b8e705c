import { hashPassword, isBcryptHash } from "#platform/crypto/passwords.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { newUuid } from "#platform/ids.ts";
import type { Context } from "#provider/importer/context.ts";
import { flagOf, textOf } from "#provider/importer/dump/values.ts";
import { type Incoming, type Loader, required, Skip } from "#provider/importer/rows.ts";
import { shortened } from "./names.ts";
import * as sql from "./users.sql.ts";

const PROFILES = new Set(["admin", "user", "supervisor"]);
const profileOf = ({ row }: Incoming): string => {
  const profile = textOf(row["profile"]).toLowerCase();
  return PROFILES.has(profile) ? profile : "user";
};

/**
 * Passwords stay valid: the bcrypt hash is imported and replaced by Argon2id at the next login. An import
 * creates no super user. A user whose e-mail the company already has is matched with the existing user.
 */
export async function userLoader(ctx: Context): Promise<Loader> {
  // Hash of a random password: a user without a hash must reset the password.
  const nobody = await hashPassword(newUuid());
  return {
    kind: "Users",
    table: "user",
    create(unit, incoming) {
      const { row, createdAt, updatedAt } = incoming;
      const email = textOf(row["email"]).trim().toLowerCase();
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Skip("no_email", email);
      const known = queryOne(unit.db, sql.byEmail, { email });
      if (known) return { id: known.id, matched: true };
      const hash = textOf(row["passwordHash"]).trim();
      if (!isBcryptHash(hash)) incoming.note("new_password", email);
      if (flagOf(row["super"])) incoming.note("not_super", email);
      return execute(unit.db, sql.insert, {
        name: shortened(row["name"], 50) || email,
        email,
        passwordHash: isBcryptHash(hash) ? hash : nobody,
        profile: profileOf(incoming),
        allTicket: flagOf(row["allTicket"]) ? 1 : 0,
        connectionId: ctx.refs.id("Whatsapps", row["whatsappId"]),
        createdAt,
        updatedAt,
      });
    },
    update(unit, id, incoming) {
      const { row, updatedAt } = incoming;
      const name = shortened(row["name"], 50) || textOf(row["email"]);
      execute(unit.db, sql.update, {
        name,
        profile: profileOf(incoming),
        allTicket: flagOf(row["allTicket"]) ? 1 : 0,
        updatedAt,
        id,
      });
    },
  };
}

export const userQueueLoader = (ctx: Context): Loader => ({
  kind: "UserQueues",
  table: null,
  create(unit, { row }) {
    execute(unit.db, sql.insertQueue, {
      userId: required(ctx, "Users", row["userId"]),
      queueId: required(ctx, "Queues", row["queueId"]),
    });
    return { id: 0 };
  },
});

/** Owner for rows without one: the first admin. Throws Skip in a company without users. */
export function someAdmin(ctx: Context): number {
  const [first] = queryAll(ctx.tenant.db, sql.firstAdmin);
  if (!first) throw new Skip("no_parent", "Users");
  return first.id;
}
