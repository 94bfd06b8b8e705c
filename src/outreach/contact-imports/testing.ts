/** Test helpers of the imports: workbooks, and imports that run to their end. */
import { deflateRawSync } from "node:zlib";
import { utils, type WorkBook, write } from "@e965/xlsx";
import type { Api, Reply } from "#test/helpers/api.ts";
import type { TestApp } from "#test/helpers/app.ts";
import type { ImportAnswer } from "./contract.ts";

type Cell = string | number | Date | null;

/** The bytes of an .xlsx (or .xls) workbook with these rows; repeated texts are stored once, as Excel does. */
export function workbook(
  rows: readonly (readonly Cell[])[],
  type: "xlsx" | "xls" = "xlsx",
): Uint8Array<ArrayBuffer> {
  const book: WorkBook = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), "Clientes");
  return new Uint8Array(write(book, { type: "buffer", bookType: type, compression: true, bookSST: true }));
}

/** A form with a file and further fields. */
export function form(
  content: BlobPart,
  name = "clientes.xlsx",
  fields: Readonly<Record<string, string>> = {},
): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(fields)) data.set(key, value);
  data.set("file", new File([content], name));
  return data;
}

/** Runs the job until the import has ended; returns its final state. */
export async function workedOff(app: TestApp, api: Api, importId: number): Promise<ImportAnswer> {
  for (let turn = 0; turn < 100; turn += 1) {
    const { body } = await api.get<ImportAnswer>(`/contacts/import/${importId}`);
    if (!["reading", "running"].includes(body.state)) return body;
    await app.app.runJob("contact_import");
  }
  throw new Error("the import did not end");
}

/** Uploads a file and runs the import to its end. */
export async function imported(app: TestApp, api: Api, data: FormData, query = ""): Promise<ImportAnswer> {
  const begun: Reply<{ importId: number }> = await api.post(`/contacts/import${query}`, data);
  if (begun.status !== 200) throw new Error(JSON.stringify(begun.body));
  return workedOff(app, api, begun.body.importId);
}

/** An archive that looks like a workbook, with parts of `size` zeros; `told` is the size that its header declares. */
export function bomb(size: number, parts: number, told = size): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(Buffer.alloc(size));
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (let part = 0; part < parts; part += 1) {
    const name = Buffer.from(part === 0 ? "xl/workbook.xml" : `xl/worksheets/sheet${part}.xml`);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(told, 22);
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(told, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    local.push(header, name, packed);
    central.push(entry, name);
    offset += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts, 8);
  end.writeUInt16LE(parts, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...local, directory, end]));
}
