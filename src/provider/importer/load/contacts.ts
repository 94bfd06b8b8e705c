import { type Identity, matchKey } from "#people/contacts/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { newUuid } from "#platform/ids.ts";
import type { Context } from "#provider/importer/context.ts";
import { flagOf, type Row, textOf } from "#provider/importer/dump/values.ts";
import { type Loader, required, Skip } from "#provider/importer/rows.ts";
import * as sql from "./contacts.sql.ts";
import { shortened } from "./names.ts";

/** The WhatsApp id of the person or group of a row; undefined when unknown. */
function identityOf(row: Row): Identity | undefined {
  const written = textOf(row["number"]).trim();
  const [user = "", server = ""] = written.split("@");
  if (flagOf(row["isGroup"]) || server === "g.us") {
    const id = user.replace(/[^\d-]/g, "");
    return id === "" ? undefined : { kind: "group", value: id, address: `${id}@g.us` };
  }
  const digits = user.replace(/\D/g, "");
  if (server === "lid" || server === "hosted.lid")
    return { kind: "lid", value: digits, address: `${digits}@lid` };
  return digits.length < 8 || digits.length > 20
    ? undefined
    : { kind: "pn", value: digits, address: `${digits}@s.whatsapp.net` };
}

/** The second identity that some forks store beside the number. */
function lidOf(row: Row): Identity | undefined {
  const lid = textOf(row["lid"]).replace(/@.*$/, "").replace(/\D/g, "");
  return lid.length < 5 ? undefined : { kind: "lid", value: lid, address: `${lid}@lid` };
}

const keyOf = ({ kind, value }: Identity): string => (kind === "pn" ? matchKey(value) : value);

/** The name of a contact; a name that is only the number counts as none. */
const nameOf = (row: Row, identity: Identity) => {
  const name = shortened(row["name"], 100);
  const isNumber = name === "" || name.replace(/\D/g, "") === identity.value;
  return { name: isNumber ? identity.value : name, source: isNumber ? "phone" : "manual" };
};

/**
 * Contacts are identified by their WhatsApp id; two rows of one person (with and without the ninth digit) become one
 * contact. Numbers are checked before the first message to them.
 */
export const contactLoader = (ctx: Context): Loader => ({
  kind: "Contacts",
  table: "contact",
  create(unit, incoming) {
    const { row, createdAt, updatedAt } = incoming;
    const channel = textOf(row["channel"]) || "whatsapp";
    // Ids on Messenger and Instagram are valid for one page only, and a dump does not name the page.
    if (channel !== "whatsapp") throw new Skip("other_channel", channel);
    const identity = identityOf(row);
    if (!identity) throw new Skip("no_number", textOf(row["number"]));
    const known = queryOne(unit.db, sql.byIdentity, { kind: identity.kind, matchKey: keyOf(identity) });
    if (known) {
      incoming.note("same_person", textOf(row["number"]));
      return { id: known.id, matched: true };
    }
    const { name, source } = nameOf(row, identity);
    const { id } = execute(unit.db, sql.insert, {
      uuid: newUuid(),
      name,
      nameSource: source,
      number: identity.kind === "pn" ? identity.value : null,
      email: textOf(row["email"]).slice(0, 200),
      isGroup: identity.kind === "group" ? 1 : 0,
      disableBot: flagOf(row["disableBot"]) ? 1 : 0,
      connectionId: ctx.refs.id("Whatsapps", row["whatsappId"]),
      createdAt,
      updatedAt,
    });
    const lid = identity.kind === "pn" ? lidOf(row) : undefined;
    for (const each of [identity, ...(lid ? [lid] : [])])
      if (!queryOne(unit.db, sql.byIdentity, { kind: each.kind, matchKey: keyOf(each) }))
        execute(unit.db, sql.insertIdentity, {
          contactId: id,
          kind: each.kind,
          value: each.value,
          matchKey: keyOf(each),
          address: each.address,
        });
    return { id };
  },
  update(unit, id, { row, updatedAt }) {
    const identity = identityOf(row);
    if (!identity) return;
    const { name, source } = nameOf(row, identity);
    execute(unit.db, sql.update, {
      name,
      nameSource: source,
      email: textOf(row["email"]).slice(0, 200),
      disableBot: flagOf(row["disableBot"]) ? 1 : 0,
      updatedAt,
      id,
    });
  },
});

export const extraLoader = (ctx: Context): Loader => ({
  kind: "ContactCustomFields",
  table: null,
  create(unit, { row }) {
    const contactId = required(ctx, "Contacts", row["contactId"]);
    const name = shortened(row["name"], 100);
    if (name === "") throw new Skip("no_name");
    const known = queryOne(unit.db, sql.extraByName, { contactId, name });
    return known
      ? { id: known.id, matched: true }
      : execute(unit.db, sql.insertExtra, { contactId, name, value: textOf(row["value"]).slice(0, 1000) });
  },
});
