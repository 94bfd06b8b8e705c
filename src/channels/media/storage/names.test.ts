import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cleanFileName, extensionOf, newStoredName } from "./names.ts";

describe("file names", () => {
  test.each([
    ["contrato.pdf", "contrato.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Windows\\system.ini", "system.ini"],
    ["a\u0000.pdf", "a.pdf"],
    ["foto\u202Egpj.exe", "fotogpj.exe"],
    ["..", "file"],
    ["", "file"],
    ["   ", "file"],
    ["evil.exe. . ", "evil.exe"],
    ["con.txt", "_con.txt"],
    ["console.txt", "console.txt"],
    ['a<b>:"c|d?*.txt', "a_b___c_d__.txt"],
    ["Relatório  de\tvendas.xlsx", "Relatório devendas.xlsx"],
    [`${"x".repeat(4096)}.pdf`, `${"x".repeat(116)}.pdf`],
  ])("%p is cleaned to %p", (raw, clean) => {
    expect(cleanFileName(raw)).toBe(clean);
  });

  test("a cleaned name is short, has no special characters and stays the same when cleaned again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (raw) => {
        const name = cleanFileName(raw);
        expect(name.length).toBeGreaterThan(0);
        expect([...name].length).toBeLessThanOrEqual(120);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
        expect(name).not.toMatch(/[\u0000-\u001f\\/\u202a-\u202e]|^\./);
        expect(cleanFileName(name)).toBe(name);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["a.PDF", "pdf"],
    ["a.tar.gz", "gz"],
    ["evil.exe.", "exe"],
    ["evil.exe ", "exe"],
    ["foto\u202Egpj.exe", "exe"],
    [".htaccess", ""],
    ["sem ponto", ""],
    ["a.çã", ""],
  ])("the extension of %p is %p", (name, ending) => {
    expect(extensionOf(name)).toBe(ending);
  });

  test("a stored name is random, sorted by month, and contains nothing of the sender's name", () => {
    const now = Date.UTC(2026, 6, 31, 23, 59);
    expect(newStoredName("jpg", now)).toMatch(/^2026-07\/[\w-]{22}\.jpg$/);
    expect(newStoredName("../x", now)).toMatch(/^2026-07\/[\w-]{22}\.bin$/);
    expect(newStoredName("jpg", now)).not.toBe(newStoredName("jpg", now));
  });
});
