import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compoundFile, jpeg, png, scratchDirectory, webp, zip } from "#channels/media/testing.ts";
import { type MediaKind, sniffFile } from "./sniff.ts";

const scratch = scratchDirectory();
afterAll(() => scratch.remove());
const sniff = async (name: string, content: string | Uint8Array) =>
  sniffFile(await scratch.file("upload", content), name);

const script = "<script>alert(document.cookie)</script>";
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`;
const INSTALLER = "84100c0000000000c000000000000046";

const files: [string, MediaKind, string, string | Uint8Array][] = [
  ["foto.png", "image", "image/png", await png()],
  ["foto.png", "image", "image/jpeg", await jpeg()],
  ["foto.exe.jpg", "image", "image/webp", await webp()],
  ["nota.pdf", "application", "application/pdf", "%PDF-1.7\n%âãÏÓ\n1 0 obj"],
  ["pagina.png", "application", "text/plain", `<!doctype html>${script}`],
  ["pagina.html", "application", "application/octet-stream", `<!doctype html>\0${script}`],
  ["pagina.html", "application", "text/html", `<!doctype html>${script}`],
  ["desenho.png", "application", "text/plain", svg],
  ["desenho.png", "application", "text/plain", `<?xml version="1.0"?>${svg}`],
  ["desenho.svg", "application", "image/svg+xml", `<?xml version="1.0"?>${svg}`],
  ["lista.csv", "application", "text/csv", "nome;número\nAna;1"],
  ["ana.vcf", "application", "text/vcard", "BEGIN:VCARD\nVERSION:3.0\nEND:VCARD"],
  ["dados.bin", "application", "application/octet-stream", Uint8Array.from([9, 0, 200, 1])],
  ["carta.doc", "application", "application/msword", compoundFile()],
  ["carta.png", "application", "application/x-cfb", compoundFile()],
  ["vazio.jpg", "application", "text/plain", ""],
  ["arquivo.zip", "application", "application/zip", zip({ "a.txt": "oi" })],
];

describe("file types", () => {
  test.each(files)("%s is detected as %s, %s", async (name, kind, mimeType, content) => {
    expect(await sniff(name, content)).toMatchObject({ kind, mimeType, executable: false });
  });

  test("a picture with an appended script is a picture under any file name", async () => {
    const polyglot = Buffer.concat([await png(), Buffer.from(script)]);
    expect(await sniff("foto.html", polyglot)).toMatchObject({ mimeType: "image/png", extension: "png" });
  });

  test.each([
    ["programa.pdf", Buffer.concat([Buffer.from("MZ\x90\0\x03\0\0\0"), Buffer.alloc(200)])],
    ["programa", Buffer.concat([Buffer.from("\x7fELF\x02\x01\x01"), Buffer.alloc(200)])],
    ["foto.jpg", zip({ "AndroidManifest.xml": "x", "classes.dex": "x" })],
    ["tabela.xls", compoundFile(INSTALLER)],
    ["rotina.bat", "@echo off\r\nformat c:"],
    ["rotina.CMD", "@echo off"],
    ["codigo.js", "alert(1)"],
    ["codigo.js. ", "alert(1)"],
    ["foto\u202Egpj.scr", "texto"],
  ])("%p is an executable", async (name, content) => {
    expect(await sniff(name, content)).toMatchObject({ executable: true });
  });

  test("no content makes detection fail or yields a text type that a browser executes", async () => {
    const starts = ["", "<html>", "<svg", "<?xml", "PK\x03\x04", "\x89PNG\r\n\x1a\n", "ID3", "ftyp", "RIFF"];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }), async (start, rest) => {
        const content = Buffer.concat([Buffer.from(start, "latin1"), rest]);
        const found = await sniff("x.png", content);
        if (start.startsWith("<")) expect(found.kind).toBe("application");
      }),
      { numRuns: 200 },
    );
  });
});
