import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { insertIdentity } from "#people/contacts/identities/identity.ts";
import { contactPage, contactPicker, presentContact } from "#people/contacts/queries.ts";
import { type AddressBook, lid, openAddressBook } from "#people/contacts/testing.ts";
import { run } from "#platform/db/database.ts";
import { testContact } from "#test/helpers/installation.ts";

let book: AddressBook;
beforeAll(() => {
  book = openAddressBook();
  for (const name of ["Conceição Araújo", "Marina Ribeiro", "ana maria", "Zé", 'NEAR("x" OR']) add(name);
});
afterAll(() => book.close());
const add = (name: string, number?: string) =>
  testContact(book.tenant, { name, ...(number !== undefined && { number }) });
const names = (search: string) => contactPicker(book.user, search).map(({ name }) => name);

describe("contact search", () => {
  test("GET /contacts ignores case and accents, and matches beginnings of words in any order", () => {
    expect(names("CONCEICAO")).toEqual(["Conceição Araújo"]);
    expect(names("arau conc")).toEqual(["Conceição Araújo"]);
    expect(names("mar")).toEqual(["ana maria", "Marina Ribeiro"]);
  });

  test("GET /contacts finds digits anywhere in a number, however they are typed", () => {
    add("Fulano", "5521998877665");
    for (const typed of ["8877665", "(21) 99887-7665", "+55 21 99887"])
      expect(names(typed)).toEqual(["Fulano"]);
  });

  test("GET /contacts finds contacts by e-mail", () => {
    const id = add("Beltrano");
    run(book.tenant.db, "UPDATE contact SET email = 'beltrano@loja.example' WHERE id = ?", id);
    expect(names("loja.example")).toEqual(["Beltrano"]);
  });

  test("GET /contacts treats operators of full-text search and of SQL as text", () => {
    expect(names('NEAR("x" OR')).toEqual(['NEAR("x" OR']);
    for (const hostile of ['"', "*", "a* OR b*", "') OR 1=1 --", "name:x", "^", "\0", "%%%"])
      expect(Array.isArray(names(hostile))).toBe(true);
  });

  test("GET /contacts finds a contact by its changed name", () => {
    const id = add("Antigo Nome");
    run(book.tenant.db, "UPDATE contact SET name = 'Novissimo' WHERE id = ?", id);
    expect([names("antigo"), names("novissimo")]).toEqual([[], ["Novissimo"]]);
  });
});

describe("list of contacts", () => {
  test("the list of contacts is ordered by name, 20 per page, and repeats no contact when one is added before the page", () => {
    for (let n = 10; n < 60; n += 1) add(`Pessoa ${n}`);
    const first = contactPage(book.user, "pessoa", 1);
    expect(first).toMatchObject({ count: 50, hasMore: true });
    add("Pessoa 00");
    const second = contactPage(book.user, "pessoa", 2);
    const third = contactPage(book.user, "pessoa", 3);
    const shown = [...first.contacts, ...second.contacts, ...third.contacts].map(({ name }) => name);
    expect(shown).toHaveLength(50);
    expect(new Set(shown).size).toBe(50);
    expect(third.hasMore).toBe(false);
  });

  test("a page of contacts is read by offset when the server has no cursor of the previous page", () => {
    expect(contactPage(book.admin, "pessoa", 3).contacts).toHaveLength(11);
    expect(contactPage(book.admin, "pessoa", 1_000_000).contacts).toEqual([]);
  });

  test("the list of contacts shows the number of tickets and the contact's data", () => {
    const { id } = book.receiveFrom([lid("9009")], "Sem Telefone");
    expect(presentContact(book.tenant, id)).toMatchObject({
      number: "",
      exists: "yes",
      channels: ["whatsapp"],
      profilePicUrl: null,
      ticketsCount: 0,
      whatsapp: { id: book.connectionId },
    });
  });

  test("the list of contacts shows the channels on which a contact can be reached", () => {
    const { id } = book.receiveFrom([lid("9010")], "Em Todo Lugar");
    const onInstagram = { kind: "igsid", value: "77", address: "77", scope: "1" } as const;
    insertIdentity(book.tenant.db, id, onInstagram, { exists: "yes", checkedAt: null });
    expect(presentContact(book.tenant, id).channels).toEqual(["whatsapp", "instagram"]);
  });
});
