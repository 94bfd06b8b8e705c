import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { contactPage } from "#people/contacts/queries.ts";
import { type AddressBook, openAddressBook } from "#people/contacts/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { fold } from "#platform/text.ts";
import { testContact } from "#test/helpers/installation.ts";
import { searchContacts } from "./search.ts";

/** More contacts than are counted and listed by id. */
const CONTACTS = 3050;
let book: AddressBook;
const FIRST = ["Conceição", "João", "ANA", "Zé", "d'Ávila", "Maria-José", "🙏 Luz", "Ño", "x y"];
const LAST = ["Araújo", "Sá", "de Souza", "42", "Lima e Silva", "(loja)"];
beforeAll(() => {
  book = openAddressBook();
  book.tenant.db.$client.pragma("synchronous = OFF");
  for (let n = 0; n < CONTACTS; n += 1) {
    const name = `${FIRST[n % FIRST.length]} ${LAST[n % LAST.length]} ${n}`;
    testContact(book.tenant, { name, number: `55119${(10_000_000 + n * 7919) % 100_000_000}` });
  }
});
afterAll(() => book.close());

interface Named {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
}
/** The first pages required by the rule, computed by comparing every contact. */
const expected = (text: string): number[] => matching(text).slice(0, PAGES * 20);
function matching(text: string): number[] {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const digits = text.replace(/[\s().+-]/g, "");
  const contains = (value: string, word: string) =>
    ` ${fold(value)}`.includes([...word].length > 2 ? word : ` ${word}`);
  return all<Named>(book.tenant.db, "SELECT id, name, number FROM contact ORDER BY name COLLATE NOCASE, id")
    .filter(
      ({ name, number }) =>
        (/^\d{3,20}$/.test(digits) && number?.includes(digits)) ||
        (words.length > 0 &&
          words.every((word) => contains(name, word) || (number !== null && contains(number, word)))),
    )
    .map(({ id }) => id);
}
/** Number of pages compared. */
const PAGES = 12;
function found(text: string): number[] {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { contacts, count, hasMore } = contactPage(book.user, text, page);
    ids.push(...contacts.map(({ id }) => id));
    if (hasMore && page < PAGES) continue;
    if (!hasMore) expect(count).toBe(ids.length);
    return ids;
  }
}

describe("contact search", () => {
  test("a contact search finds any part of a name, ignoring case and accents", () => {
    for (const text of ["ceica", "CEIÇÃO", "josé", "ávila", "(loja)", "lva"])
      expect(found(text)).toEqual(expected(text));
    expect(found("ceica").length).toBeGreaterThan(0);
  });

  test("a contact search finds one and two letters at the beginnings of words", () => {
    for (const text of ["a", "c", "sá", "sa", "zé", "y", "jo ar", "j", "conc a", "a 4"])
      expect(found(text)).toEqual(expected(text));
    expect(found("ui")).toEqual([]);
  });

  test("a contact search finds digits anywhere in a number, however they are typed", () => {
    for (const text of ["5511", "(11) 910", "7919", "42", "9 11", "5 511", "1 1 1"])
      expect(found(text)).toEqual(expected(text));
    expect(matching("5511")).toHaveLength(CONTACTS);
  });

  test("a contact search finds exactly the contacts that contain all words, with every query plan", () => {
    const piece = fc.constantFrom(
      ...FIRST,
      ...LAST,
      "ara",
      "o",
      "1",
      "12",
      "119",
      "ei",
      "zz",
      "  ",
      '"',
      "*",
    );
    const part = fc.tuple(piece, fc.nat(4), fc.nat(5)).map(([text, from, length]) => {
      const letters = [...text];
      return letters.slice(from, from + length + 1).join("");
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
        const text = parts.join(" ").trim();
        if (text !== "") expect(found(text)).toEqual(expected(text));
      }),
      { numRuns: 25 },
    );
  });

  test("operators, quotes and SQL in a contact search are text", () => {
    for (const text of [
      '"',
      '"*^NEAR(',
      "a OR b",
      "') OR 1=1 --",
      "%",
      "name:ana",
      "\0",
      "🙏",
      "x".repeat(5000),
    ])
      expect(Array.isArray(found(text))).toBe(true);
  });

  test("a contact search finds a changed name, but neither the previous name nor a deleted contact", () => {
    const { db } = book.tenant;
    const id = testContact(book.tenant, { name: "Quitéria Única" });
    run(db, "UPDATE contact SET name = 'Genoveva' WHERE id = ?", id);
    expect([found("uitéri"), found("enovev")]).toEqual([[], [id]]);
    run(db, "DELETE FROM contact_identity WHERE contact_id = ?", id);
    run(db, "DELETE FROM contact WHERE id = ?", id);
    expect(found("enovev")).toEqual([]);
    expect(one(db, "SELECT 1 FROM contact_initial WHERE term = 'nov'")).toBeUndefined();
  });

  test("a contact search counts up to 3,000 matches and estimates the share of larger results", () => {
    const search = (text: string) => searchContacts(book.tenant.db, text);
    expect(search("5511")).toMatchObject({ count: null });
    expect(search("5511")?.share).toBeGreaterThan(0.9);
    expect(search("ceicao")?.count).toBe(matching("ceicao").length);
    expect(search("ceicao")?.share).toBeCloseTo(1 / 9, 1);
  });
});
