import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import { testContact } from "#test/helpers/installation.ts";
import { insertIdentity } from "./identity.ts";
import { contactPage, contactPicker, presentContact } from "./queries.ts";
import { type AddressBook, lid, openAddressBook } from "./testing.ts";

let book: AddressBook;
beforeAll(() => {
  book = openAddressBook();
  for (const name of ["Conceição Araújo", "Marina Ribeiro", "ana maria", "Zé", 'NEAR("x" OR']) add(name);
});
afterAll(() => book.close());
const add = (name: string, number?: string) =>
  testContact(book.tenant, { name, ...(number !== undefined && { number }) });
const names = (search: string) => contactPicker(book.user, search).map(({ name }) => name);

describe("searching contacts", () => {
  test("knows neither case nor accents, and takes the beginnings of words in any order", () => {
    expect(names("CONCEICAO")).toEqual(["Conceição Araújo"]);
    expect(names("arau conc")).toEqual(["Conceição Araújo"]);
    expect(names("mar")).toEqual(["ana maria", "Marina Ribeiro"]);
  });

  test("finds digits anywhere in a number, however they are typed", () => {
    add("Fulano", "5521998877665");
    for (const typed of ["8877665", "(21) 99887-7665", "+55 21 99887"])
      expect(names(typed)).toEqual(["Fulano"]);
  });

  test("finds the e-mail", () => {
    const id = add("Beltrano");
    run(book.tenant.db, "UPDATE contact SET email = 'beltrano@loja.example' WHERE id = ?", id);
    expect(names("loja.example")).toEqual(["Beltrano"]);
  });

  test("takes operators of the search language and of SQL as text", () => {
    expect(names('NEAR("x" OR')).toEqual(['NEAR("x" OR']);
    for (const hostile of ['"', "*", "a* OR b*", "') OR 1=1 --", "name:x", "^", "\0", "%%%"])
      expect(Array.isArray(names(hostile))).toBe(true);
  });

  test("follows a changed name", () => {
    const id = add("Antigo Nome");
    run(book.tenant.db, "UPDATE contact SET name = 'Novissimo' WHERE id = ?", id);
    expect([names("antigo"), names("novissimo")]).toEqual([[], ["Novissimo"]]);
  });
});

describe("the list of contacts", () => {
  test("goes by name, 20 a page, and shows nobody twice while somebody is added before", () => {
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

  test("goes on by count where nobody remembers the page before", () => {
    expect(contactPage(book.admin, "pessoa", 3).contacts).toHaveLength(11);
    expect(contactPage(book.admin, "pessoa", 1_000_000).contacts).toEqual([]);
  });

  test("shows whose ticket it is and what is known of the person", () => {
    const { id } = book.hears([lid("9009")], "Sem Telefone");
    expect(presentContact(book.tenant, id)).toMatchObject({
      number: "",
      exists: "yes",
      channels: ["whatsapp"],
      profilePicUrl: null,
      ticketsCount: 0,
      whatsapp: { id: book.connectionId },
    });
  });

  test("shows on which channels a person can be reached", () => {
    const { id } = book.hears([lid("9010")], "Em Todo Lugar");
    const onInstagram = { kind: "igsid", value: "77", address: "77", scope: "1" } as const;
    insertIdentity(book.tenant.db, id, onInstagram, { exists: "yes", checkedAt: null });
    expect(presentContact(book.tenant, id).channels).toEqual(["whatsapp", "instagram"]);
  });
});
