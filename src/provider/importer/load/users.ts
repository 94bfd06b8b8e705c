import { hashPassword, isBcryptHash } from "#platform/crypto/passwords.ts";
import { all, one, run } from "#platform/db/database.ts";
import { newUuid } from "#platform/ids.ts";
import type { Context } from "#provider/importer/context.ts";
import { flagOf, textOf } from "#provider/importer/dump/values.ts";
import { type Incoming, type Loader, required, Skip } from "#provider/importer/rows.ts";
import { shortened } from "./names.ts";

const INSERT = `INSERT INTO user (name, email, password_hash, profile, all_ticket, connection_id, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE = `UPDATE user SET name = ?, profile = ?, all_ticket = ?, updated_at = ? WHERE id = ?`;
const BY_EMAIL = "SELECT id FROM user WHERE email = ? AND deleted_at IS NULL";

const PROFILES = new Set(["admin", "user", "supervisor"]);
const profileOf = ({ row }: Incoming): string => {
  const profile = textOf(row["profile"]).toLowerCase();
  return PROFILES.has(profile) ? profile : "user";
};

/**
 * Passwords stay valid: the bcrypt hash is imported and replaced by Argon2id at the next login. Nobody is
 * a super user by an import. Users with an e-mail the company has already are these.
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
      const known = one<{ id: number }>(unit.db, BY_EMAIL, email);
      if (known) return { id: known.id, matched: true };
      const hash = textOf(row["passwordHash"]).trim();
      if (!isBcryptHash(hash)) incoming.note("new_password", email);
      if (flagOf(row["super"])) incoming.note("not_super", email);
      return run(
        unit.db,
        INSERT,
        shortened(row["name"], 50) || email,
        email,
        isBcryptHash(hash) ? hash : nobody,
        profileOf(incoming),
        flagOf(row["allTicket"]) ? 1 : 0,
        ctx.refs.id("Whatsapps", row["whatsappId"]),
        createdAt,
        updatedAt,
      );
    },
    update(unit, id, incoming) {
      const { row, updatedAt } = incoming;
      const name = shortened(row["name"], 50) || textOf(row["email"]);
      run(unit.db, UPDATE, name, profileOf(incoming), flagOf(row["allTicket"]) ? 1 : 0, updatedAt, id);
    },
  };
}

const PAIR = "INSERT OR IGNORE INTO user_queue (user_id, queue_id) VALUES (?, ?)";

export const userQueueLoader = (ctx: Context): Loader => ({
  kind: "UserQueues",
  table: null,
  create(unit, { row }) {
    run(unit.db, PAIR, required(ctx, "Users", row["userId"]), required(ctx, "Queues", row["queueId"]));
    return { id: 0 };
  },
});

const FIRST = `SELECT id FROM user WHERE deleted_at IS NULL ORDER BY profile <> 'admin', id LIMIT 1`;

/** Owner for rows without one: the first admin. Throws Skip in a company without users. */
export function someAdmin(ctx: Context): number {
  const [first] = all<{ id: number }>(ctx.tenant.db, FIRST);
  if (!first) throw new Skip("no_parent", "Users");
  return first.id;
}
