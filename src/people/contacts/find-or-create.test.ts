import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { all, one, run } from "#platform/db/database.ts";
import { ContactPictureWanted } from "./events.ts";
import { addressOn } from "./identity.ts";
import { keepPicture } from "./pictures.ts";
import { contactById } from "./read.ts";
import { type AddressBook, identityList, lid, openAddressBook, pn } from "./testing.ts";

const DAY = 24 * 60 * 60_000;
let book: AddressBook;
beforeEach(() => {
  book = openAddressBook();
});
afterEach(() => book.close());
const count = () => one<{ n: number }>(book.tenant.db, "SELECT count(*) AS n FROM contact")?.n;

describe("somebody nobody knows writes", () => {
  test("becomes a contact with every identity the network told, and everybody hears of it", () => {
    const found = book.hears([lid("9001"), pn("5511987654321")], "Marina");
    expect(found).toMatchObject({ name: "Marina", nameSource: "network", number: "5511987654321" });
    expect(found.connectionId).toBe(book.connectionId);
    expect(identityList(book.tenant, found.id)).toEqual(["lid 9001", "pn 5511987654321"]);
    expect(book.told()).toEqual(["create"]);
  });

  test("is called by the phone as long as no name is known, and never by a privacy id as a phone", () => {
    expect(book.hears([pn("5511987654321")])).toMatchObject({ name: "5511987654321", nameSource: "phone" });
    expect(book.hears([lid("123459001")])).toMatchObject({ name: "Contato 9001", number: null });
  });

  test("is complete without a phone: there is an address to answer to", () => {
    const { id } = book.hears([lid("9001")]);
    expect(addressOn(book.tenant.db, id, "whatsapp")?.address).toBe("9001@lid");
    expect(addressOn(book.tenant.db, id, "facebook")).toBeUndefined();
  });
});

describe("somebody known writes", () => {
  test("is found by any of the identities, and the new ones are added", () => {
    const first = book.hears([pn("5511987654321")], "Marina");
    book.told();
    const again = book.hears([pn("5511987654321"), lid("9001")], "Marina");
    expect(again.id).toBe(first.id);
    expect(identityList(book.tenant, first.id)).toEqual(["lid 9001", "pn 5511987654321"]);
    expect(book.hears([lid("9001")]).id).toBe(first.id);
    expect(book.told()).toEqual([]);
  });

  test("is found with and without Brazil's ninth digit, and answered where the network says", () => {
    const typed = book.hears([pn("5511987654321")]);
    expect(book.hears([pn("551187654321")]).id).toBe(typed.id);
    expect(addressOn(book.tenant.db, typed.id, "whatsapp")?.address).toBe("551187654321@s.whatsapp.net");
    expect(contactById(book.tenant.db, typed.id)?.number).toBe("5511987654321");
  });

  test("gets the phone filled in when the network tells it at last", () => {
    const { id } = book.hears([lid("9001")]);
    book.told();
    expect(book.hears([lid("9001"), pn("5511987654321")])).toMatchObject({
      id,
      number: "5511987654321",
      name: "5511987654321",
    });
    expect(book.told()).toEqual(["update"]);
  });

  test("follows the profile name", () => {
    const { id } = book.hears([pn("5511987654321")]);
    expect(book.hears([pn("5511987654321")], "Marina").name).toBe("Marina");
    expect(book.hears([pn("5511987654321")], "Marina R.").name).toBe("Marina R.");
    expect(book.hears([pn("5511987654321")], null).name).toBe("Marina R.");
    expect(contactById(book.tenant.db, id)?.nameSource).toBe("network");
  });

  test("keeps the name a person typed, whatever the network says", () => {
    const { id } = book.hears([pn("5511987654321")], "Marina");
    run(book.tenant.db, "UPDATE contact SET name = 'Dona Marina', name_source = 'manual' WHERE id = ?", id);
    expect(book.hears([pn("5511987654321")], "mari ✨").name).toBe("Dona Marina");
  });

  test("has a name of one line and at most 50 characters, whatever the profile holds", () => {
    const { name } = book.hears([pn("5511987654321")], `  a\n\u202Eb${"x".repeat(80)}`);
    expect(name.startsWith("a b")).toBe(true);
    expect([...name]).toHaveLength(50);
  });
});

describe("the picture", () => {
  test("is asked for at creation, and once a week when the contact writes", () => {
    const wanted: number[] = [];
    book.app.installation.bus.after(ContactPictureWanted, (_t, { contactId }) => void wanted.push(contactId));
    const { id } = book.hears([pn("5511987654321")]);
    book.hears([pn("5511987654321")]);
    expect(wanted).toEqual([id]);
    book.app.clock.advance(7 * DAY + 1);
    book.hears([pn("5511987654321")]);
    book.hears([pn("5511987654321")]);
    expect(wanted).toEqual([id, id]);
  });

  test("takes the place of the old one, whose file is handed back to be removed", () => {
    const { id } = book.hears([pn("5511987654321")]);
    const file = () =>
      run(book.tenant.db, "INSERT INTO media_file (name, created_at) VALUES ('a.jpg', 0)").id;
    const [first, second] = [file(), file()];
    book.told();
    expect(book.tenant.write((unit) => keepPicture(unit, id, first))).toBeNull();
    expect(book.tenant.write((unit) => keepPicture(unit, id, second))).toBe(first);
    expect(book.told()).toEqual(["update", "update"]);
  });
});

describe("identities that turn out to be one person", () => {
  test("are merged into the older contact, and the loser disappears", () => {
    const older = book.hears([pn("5511987654321")], "Marina");
    book.app.clock.advance(1000);
    const younger = book.hears([lid("9001")]);
    book.told();
    expect(book.hears([pn("5511987654321"), lid("9001")]).id).toBe(older.id);
    expect(contactById(book.tenant.db, younger.id)).toBeUndefined();
    expect(count()).toBe(1);
    expect(book.deliveries.to(book.user, "contact")).toEqual([
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
