/** For tests of the imports: workbooks as people make them, and an import that is worked off. */
import { utils, type WorkBook, write } from "@e965/xlsx";
import type { Api, Reply } from "#test/helpers/api.ts";
import type { TestApp } from "#test/helpers/app.ts";
import type { ImportAnswer } from "./contract.ts";

type Cell = string | number | Date | null;

/** The bytes of an .xlsx (or .xls) workbook with these rows. */
export function workbook(
  rows: readonly (readonly Cell[])[],
  type: "xlsx" | "xls" = "xlsx",
): Uint8Array<ArrayBuffer> {
  const book: WorkBook = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), "Clientes");
  return new Uint8Array(write(book, { type: "buffer", bookType: type, compression: true }));
}

/** A form with a file and whatever stands beside it. */
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

/** Lets the job run until the import has ended; answers what is said of it then. */
export async function workedOff(app: TestApp, api: Api, importId: number): Promise<ImportAnswer> {
  for (let turn = 0; turn < 100; turn += 1) {
    const { body } = await api.get<ImportAnswer>(`/contacts/import/${importId}`);
    if (!["reading", "running"].includes(body.state)) return body;
    await app.app.runJob("contact_import");
  }
  throw new Error("the import does not end");
}

/** Sends a file and works it off. */
export async function imported(app: TestApp, api: Api, data: FormData, query = ""): Promise<ImportAnswer> {
  const begun: Reply<{ importId: number }> = await api.post(`/contacts/import${query}`, data);
  if (begun.status !== 200) throw new Error(JSON.stringify(begun.body));
  return workedOff(app, api, begun.body.importId);
}
