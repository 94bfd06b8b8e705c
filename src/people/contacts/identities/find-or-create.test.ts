import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { ContactPictureWanted } from "#people/contacts/events.ts";
import { storePicture } from "#people/contacts/pictures.ts";
import { contactById } from "#people/contacts/read.ts";
import { type AddressBook, identityList, lid, openAddressBook, pn } from "#people/contacts/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { prepared } from "#platform/db/open.ts";
import { findIdentity as findIdentitySql } from "./identities.sql.ts";
import { addressOn } from "./identity.ts";

const DAY = 24 * 60 * 60_000;
let book: AddressBook;
beforeEach(() => {
  book = openAddressBook();
});
afterEach(() => book.close());
const count = () => one<{ n: number }>(book.tenant.db, "SELECT count(*) AS n FROM contact")?.n;

describe("message from an unknown person", () => {
  test("a message from an unknown person creates a contact with every identity the network named, and broadcasts it", () => {
    const found = book.receiveFrom([lid("9001"), pn("5511987654321")], "Marina");
    expect(found).toMatchObject({ name: "Marina", nameSource: "network", number: "5511987654321" });
    expect(found.connectionId).toBe(book.connectionId);
    expect(identityList(book.tenant, found.id)).toEqual(["lid 9001", "pn 5511987654321"]);
    expect(book.broadcastActions()).toEqual(["create"]);
  });

  test("each identity of an unknown person is read once", () => {
    // The statement is prepared by this call.
    book.receiveFrom([pn("5511900000001")]);
    const { text } = findIdentitySql;
    const statement = prepared(book.tenant.db.$client, text);
    const reads = spyOn(statement, "get");
    book.receiveFrom([lid("9001"), pn("5511987654321")], "Marina");
    expect(reads).toHaveBeenCalledTimes(2);
  });

  test("two spellings of one number in a message become one identity, and its address is the later spelling", () => {
    const found = book.receiveFrom([pn("5511987654321"), pn("551187654321")]);
    expect(identityList(book.tenant, found.id)).toEqual(["pn 5511987654321"]);
    expect(addressOn(book.tenant.db, found.id, "whatsapp")?.address).toBe("551187654321@s.whatsapp.net");
  });

  test("a new contact has the phone as name while no name is known, and never shows a privacy id as a phone", () => {
    expect(book.receiveFrom([pn("5511987654321")])).toMatchObject({
      name: "5511987654321",
      nameSource: "phone",
    });
    expect(book.receiveFrom([lid("123459001")])).toMatchObject({ name: "Contato 459001", number: null });
  });

  test("a new contact without a phone has an address to answer to", () => {
    const { id } = book.receiveFrom([lid("9001")]);
    expect(addressOn(book.tenant.db, id, "whatsapp")?.address).toBe("9001@lid");
    expect(addressOn(book.tenant.db, id, "facebook")).toBeUndefined();
  });
});

describe("message from a known person", () => {
  test("a message finds the contact by any of its identities and adds the new ones", () => {
    const first = book.receiveFrom([pn("5511987654321")], "Marina");
    book.broadcastActions();
    const again = book.receiveFrom([pn("5511987654321"), lid("9001")], "Marina");
    expect(again.id).toBe(first.id);
    expect(identityList(book.tenant, first.id)).toEqual(["lid 9001", "pn 5511987654321"]);
    expect(book.receiveFrom([lid("9001")]).id).toBe(first.id);
    expect(book.broadcastActions()).toEqual([]);
  });

  test("a message finds a Brazilian number with and without its ninth digit, and keeps the network's address", () => {
    const typed = book.receiveFrom([pn("5511987654321")]);
    expect(book.receiveFrom([pn("551187654321")]).id).toBe(typed.id);
    expect(addressOn(book.tenant.db, typed.id, "whatsapp")?.address).toBe("551187654321@s.whatsapp.net");
    expect(contactById(book.tenant.db, typed.id)?.number).toBe("5511987654321");
  });

  test("a contact gets its phone when the network names it later", () => {
    const { id } = book.receiveFrom([lid("9001")]);
    book.broadcastActions();
    expect(book.receiveFrom([lid("9001"), pn("5511987654321")])).toMatchObject({
      id,
      number: "5511987654321",
      name: "5511987654321",
    });
    expect(book.broadcastActions()).toEqual(["update"]);
  });

  test("a message updates the profile name of its contact", () => {
    const { id } = book.receiveFrom([pn("5511987654321")]);
    expect(book.receiveFrom([pn("5511987654321")], "Marina").name).toBe("Marina");
    expect(book.receiveFrom([pn("5511987654321")], "Marina R.").name).toBe("Marina R.");
    expect(book.receiveFrom([pn("5511987654321")], null).name).toBe("Marina R.");
    expect(contactById(book.tenant.db, id)?.nameSource).toBe("network");
  });

  test("a name typed by a user is kept when the network sends another one", () => {
    const { id } = book.receiveFrom([pn("5511987654321")], "Marina");
    run(book.tenant.db, "UPDATE contact SET name = 'Dona Marina', name_source = 'manual' WHERE id = ?", id);
    expect(book.receiveFrom([pn("5511987654321")], "mari ✨").name).toBe("Dona Marina");
  });

  test("a profile name is limited to one line and 50 characters", () => {
    const { name } = book.receiveFrom([pn("5511987654321")], `  a\n\u202Eb${"x".repeat(80)}`);
    expect(name.startsWith("a b")).toBe(true);
    expect([...name]).toHaveLength(50);
  });
});

describe("contact picture", () => {
  test("a contact picture is requested at creation and once a week when the contact writes", () => {
    const wanted: number[] = [];
    book.app.installation.bus.after(ContactPictureWanted, (_t, { contactId }) => void wanted.push(contactId));
    const { id } = book.receiveFrom([pn("5511987654321")]);
    book.receiveFrom([pn("5511987654321")]);
    expect(wanted).toEqual([id]);
    book.app.clock.advance(7 * DAY + 1);
    book.receiveFrom([pn("5511987654321")]);
    book.receiveFrom([pn("5511987654321")]);
    expect(wanted).toEqual([id, id]);
  });

  test("a contact picture replaces the old picture and returns its file for removal", () => {
    const { id } = book.receiveFrom([pn("5511987654321")]);
    const file = () =>
      run(book.tenant.db, "INSERT INTO media_file (name, created_at) VALUES ('a.jpg', 0)").id;
    const [first, second] = [file(), file()];
    book.broadcastActions();
    expect(book.tenant.write((unit) => storePicture(unit, id, first))).toBeNull();
    expect(book.tenant.write((unit) => storePicture(unit, id, second))).toBe(first);
    expect(book.broadcastActions()).toEqual(["update", "update"]);
  });
});

describe("identities that belong to one person", () => {
  test("identities that belong to one person are merged into the older contact, and the other contact is deleted", () => {
    const older = book.receiveFrom([pn("5511987654321")], "Marina");
    book.app.clock.advance(1000);
    const younger = book.receiveFrom([lid("9001")]);
    book.broadcastActions();
    expect(book.receiveFrom([pn("5511987654321"), lid("9001")]).id).toBe(older.id);
    expect(contactById(book.tenant.db, younger.id)).toBeUndefined();
    expect(count()).toBe(1);
    expect(book.broadcasts.to(book.user, "contact")).toEqual([
      { action: "delete", contactId: younger.id },
      { action: "update", contact: expect.objectContaining({ id: older.id }) },
    ]);
    const [merge] = all<{ automatic: number; user_id: number | null }>(
      book.tenant.db,
      "SELECT automatic, user_id FROM contact_merge",
    );
    expect(merge).toEqual({ automatic: 1, user_id: null });
  });
});
