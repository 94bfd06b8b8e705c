import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { undoMerge } from "#people/contacts/merge/undo-merge.ts";
import { contactById } from "#people/contacts/read.ts";
import { type AddressBook, lid, openAddressBook, pn } from "#people/contacts/testing.ts";
import { all, one } from "#platform/db/database.ts";
import { findOrCreateFromNetwork } from "./find-or-create.ts";
import { addressOn, type Identity } from "./identity.ts";
import { replaceIdentities } from "./replace.ts";

const DAY = 24 * 60 * 60_000;
const OLD = "5511987654321";
const NEW = "5521912345678";
const bsuid = (value: string, scope = "waba"): Identity => ({ kind: "bsuid", value, scope, address: value });
const username = (value: string): Identity => ({ kind: "username", value, address: value });
let book: AddressBook;
beforeEach(() => {
  book = openAddressBook();
});
afterEach(() => book.close());
const count = () => one<{ n: number }>(book.tenant.db, "SELECT count(*) AS n FROM contact")?.n;
const currentOf = (id: number) =>
  all<{ value: string }>(
    book.tenant.db,
    "SELECT value FROM contact_identity WHERE contact_id = ? AND former_at IS NULL ORDER BY id",
    id,
  ).map(({ value }) => value);
const changes = (former: readonly Identity[], identities: readonly Identity[]) =>
  book.tenant.write((unit) =>
    replaceIdentities(
      unit,
      former,
      { identities, name: null, isGroup: false, connectionId: book.connectionId },
      unit.now,
    ),
  );

describe("contacts that the network reported as one person", () => {
  test.each([
    [
      "a privacy id and a number that come together",
      () => book.receiveFrom([lid("100000000000001"), pn(OLD)]),
    ],
    ["an id that changed to that of another contact", () => changes([lid("100000000000001")], [pn(OLD)])],
  ])("%s join two contacts, and an admin can separate them again", async (_, join) => {
    const first = book.receiveFrom([lid("100000000000001")]);
    const second = book.receiveFrom([pn(OLD)]);
    expect(second.id).not.toBe(first.id);
    join();
    expect(count()).toBe(1);
    const merge = one<{ id: number }>(book.tenant.db, "SELECT id FROM contact_merge")?.id ?? 0;
    await undoMerge(book.admin, merge);
    expect(count()).toBe(2);
  });
});

describe("ids that the network changed", () => {
  test("a contact keeps its history under a new number and id, and is written to under the new ones", () => {
    const { id } = book.receiveFrom([pn(OLD), bsuid("BR.1")]);
    changes([pn(OLD), bsuid("BR.1")], [pn(NEW), bsuid("BR.2")]);
    expect(currentOf(id)).toEqual([NEW, "BR.2"]);
    expect(contactById(book.tenant.db, id)).toMatchObject({ number: NEW, name: NEW });
    expect(addressOn(book.tenant.db, id, "whatsapp")?.value).toBe(NEW);
    expect(book.receiveFrom([bsuid("BR.2")]).id).toBe(id);
  });

  test("a late message by the old ids finds the contact and changes nothing about it", () => {
    const { id } = book.receiveFrom([pn(OLD), bsuid("BR.1")]);
    changes([pn(OLD), bsuid("BR.1")], [pn(NEW), bsuid("BR.2")]);
    expect(book.receiveFrom([pn(OLD), bsuid("BR.1")]).id).toBe(id);
    expect(currentOf(id)).toEqual([NEW, "BR.2"]);
    expect(contactById(book.tenant.db, id)?.number).toBe(NEW);
  });

  test("a new id without a phone leaves the known phone as it is", () => {
    const { id } = book.receiveFrom([pn(OLD), bsuid("BR.1")]);
    changes([bsuid("BR.1")], [bsuid("BR.2")]);
    expect(currentOf(id)).toEqual([OLD, "BR.2"]);
    expect(contactById(book.tenant.db, id)?.number).toBe(OLD);
  });

  test("a notification of new ids that names no previous id replaces the id of the same business", () => {
    const { id } = book.receiveFrom([pn(OLD), bsuid("BR.1"), bsuid("BR.other", "another")]);
    changes([pn(OLD)], [pn(NEW), bsuid("BR.2")]);
    expect(currentOf(id)).toEqual(["BR.other", NEW, "BR.2"]);
  });

  test("a message under the new ids before the network's notification leads to one contact, the older one", () => {
    const { id } = book.receiveFrom([pn(OLD), bsuid("BR.1")], "Marina");
    book.app.clock.advance(1000);
    book.receiveFrom([pn(NEW), bsuid("BR.2")], "Marina");
    expect(count()).toBe(2);
    changes([pn(OLD), bsuid("BR.1")], [pn(NEW), bsuid("BR.2")]);
    expect(count()).toBe(1);
    expect(currentOf(id)).toEqual([NEW, "BR.2"]);
  });

  test("a repeated notification of new ids changes nothing, and one about unknown people is ignored", () => {
    const { id } = book.receiveFrom([pn(OLD), bsuid("BR.1")]);
    changes([pn(OLD), bsuid("BR.1")], [pn(NEW), bsuid("BR.2")]);
    changes([pn(OLD), bsuid("BR.1")], [pn(NEW), bsuid("BR.2")]);
    expect(currentOf(id)).toEqual([NEW, "BR.2"]);
    expect(changes([bsuid("XX.1")], [bsuid("XX.2")])).toBeNull();
    expect(count()).toBe(1);
  });

  test("a person who changes back to the first number has it as current number again", () => {
    const { id } = book.receiveFrom([pn(OLD), bsuid("BR.1")]);
    changes([pn(OLD), bsuid("BR.1")], [pn(NEW), bsuid("BR.2")]);
    changes([pn(NEW), bsuid("BR.2")], [pn(OLD), bsuid("BR.3")]);
    expect(currentOf(id).toSorted()).toEqual([OLD, "BR.3"].toSorted());
    expect(contactById(book.tenant.db, id)?.number).toBe(OLD);
  });

  test("a person who changes back gets the first id again, and a late message with the second id changes nothing", () => {
    const { id } = book.receiveFrom([pn(OLD), bsuid("BR.1")]);
    changes([pn(OLD), bsuid("BR.1")], [pn(NEW), bsuid("BR.2")]);
    book.app.clock.advance(1000);
    changes([pn(NEW), bsuid("BR.2")], [pn(OLD), bsuid("BR.1")]);
    expect(book.receiveFrom([pn(NEW), bsuid("BR.2")]).id).toBe(id);
    expect(currentOf(id).toSorted()).toEqual([OLD, "BR.1"].toSorted());
    expect(contactById(book.tenant.db, id)?.number).toBe(OLD);
    expect(count()).toBe(1);
  });

  test("a former number that belongs to another person now starts a new contact", () => {
    const { id } = book.receiveFrom([pn(OLD), bsuid("BR.1")]);
    changes([pn(OLD), bsuid("BR.1")], [pn(NEW), bsuid("BR.2")]);
    const stranger = book.receiveFrom([pn(OLD), bsuid("BR.9")], "Rui");
    expect(stranger).toMatchObject({ name: "Rui", number: OLD });
    expect(stranger.id).not.toBe(id);
    expect(currentOf(id)).toEqual([NEW, "BR.2"]);
  });

  test("a former number alone leads to a new contact after 30 days", () => {
    const { id } = book.receiveFrom([pn(OLD)]);
    changes([pn(OLD)], [pn(NEW)]);
    book.app.clock.advance(30 * DAY + 1);
    expect(book.receiveFrom([pn(OLD)]).id).not.toBe(id);
  });
});

describe("a username", () => {
  test("a username that another person took merges no contacts and belongs to its new owner", () => {
    const first = book.receiveFrom([bsuid("BR.1"), username("joana")], "Joana");
    const second = book.receiveFrom([bsuid("BR.2"), username("joana")], "Outra Joana");
    expect(second.id).not.toBe(first.id);
    expect(currentOf(first.id)).toEqual(["BR.1"]);
    expect(currentOf(second.id).toSorted()).toEqual(["BR.2", "joana"]);
  });

  test("a new username replaces the former username", () => {
    const { id } = book.receiveFrom([bsuid("BR.1"), username("joana")], "Joana");
    book.receiveFrom([bsuid("BR.1"), username("joana.silva")], "Joana");
    expect(currentOf(id)).toEqual(["BR.1", "joana.silva"]);
  });
});

test("a phone identity with letters is never stored: neither as an identity nor as a number", () => {
  const found = book.receiveFrom([lid("9001"), pn("BR.1A2B3C4D5E")]);
  expect(found).toMatchObject({ number: null, name: "Contato 9001" });
  expect(currentOf(found.id)).toEqual(["9001"]);
});

test("contacts without a phone are named by the last six characters of their id", () => {
  const made = book.tenant.write((unit) =>
    findOrCreateFromNetwork(unit, {
      ...{ identities: [bsuid("BR.13491208655302741918")], name: null },
      ...{ isGroup: false, connectionId: book.connectionId },
    }),
  );
  expect(made.name).toBe("Contato 741918");
});
