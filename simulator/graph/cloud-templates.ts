import type { GraphBook } from "./book.ts";
import { type CallParts, graphError } from "./call.ts";
import { type CloudNumber, type CloudTemplate, cloudOf } from "./cloud-book.ts";
import { takeLibrary } from "./cloud-library.ts";

const json = (body: unknown) => Response.json(body);
type Part = Readonly<Record<string, unknown>>;
const partOf = (template: Pick<CloudTemplate, "components">, type: string): Part =>
  template.components.find((part) => part["type"] === type) ?? {};
const MEDIA: readonly unknown[] = ["IMAGE", "VIDEO", "DOCUMENT"];

/** Submits a template: it is pending. */
export async function createTemplate(
  book: GraphBook,
  number: CloudNumber,
  { request }: CallParts,
): Promise<Response> {
  const body = (await request.json()) as CloudTemplate;
  if (number.templates.some(({ name, language }) => name === body.name && language === body.language))
    return graphError(400, 100, "Content in this language already exists", 2_388_024);
  const { library_template_name: libraryName } = body as { library_template_name?: string };
  if (libraryName !== undefined) return takeLibrary(book, number, body as never);
  const header = partOf(body, "HEADER");
  const [handle] = (header["example"] as { header_handle?: string[] } | undefined)?.header_handle ?? [];
  if (MEDIA.includes(header["format"]) && !book.files.has(handle ?? ""))
    return graphError(400, 100, "Message template is missing sample media", 2_388_273);
  const made = { ...body, id: book.newId("8"), status: "PENDING" };
  number.templates.push(made);
  return json({ id: made.id, status: made.status, category: made.category });
}

/** Deletes a template by name, or one language of it by its id. */
export function deleteTemplate(number: CloudNumber, { query }: CallParts): Response {
  const [name, id] = [query.get("name"), query.get("hsm_id")];
  const left = number.templates.filter((one) => one.name !== name || (id !== null && one.id !== id));
  if (left.length === number.templates.length) return graphError(400, 100, "Message template not found");
  number.templates.splice(0, number.templates.length, ...left);
  return json({ success: true });
}

/** The resumable upload API: opens a session, then receives the bytes. */
export async function takeSample(book: GraphBook, { path, query, request }: CallParts): Promise<Response> {
  const [node = "", edge] = path;
  if (edge === "uploads") {
    const session = `upload:${book.newId("90")}`;
    const type = query.get("file_type") ?? "";
    book.uploads.set(session, { type, size: Number(query.get("file_length")) });
    return json({ id: `${session}?sig=simulated` });
  }
  const session = book.uploads.get(decodeURIComponent(node));
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (!session || request.headers.get("file_offset") !== "0" || bytes.length !== session.size)
    return graphError(400, 100, "Upload session is not valid");
  const handle = book.newId("4::");
  book.files.set(handle, { bytes, type: session.type });
  return json({ h: handle });
}

interface Used {
  readonly name: string;
  readonly language: { readonly code: string };
  readonly components?: readonly { readonly type: string; readonly parameters: readonly Part[] }[];
}

/** Why the network rejects a template message; undefined = it is sent. */
export function templateProblem(book: GraphBook, number: CloudNumber, body: Part): Response | undefined {
  const used = body["template"] as Used;
  const known = number.templates.find(
    ({ name, language }) => name === used.name && language === used.language.code,
  );
  if (known?.status === "PAUSED") return graphError(400, 132_015, "Template is paused");
  if (known?.status !== "APPROVED")
    return graphError(404, 132_001, "Template name does not exist in the translation");
  const parametersOf = (type: string) =>
    used.components?.find((part) => part.type === type)?.parameters ?? [];
  const text = String(partOf(known, "BODY")["text"] ?? "");
  const places = new Set(text.match(/\{\{\w+\}\}/g) ?? []).size;
  if (places !== parametersOf("body").length)
    return graphError(400, 132_000, "Number of parameters does not match");
  const format = partOf(known, "HEADER")["format"];
  if (!MEDIA.includes(format)) return undefined;
  const type = String(format).toLowerCase();
  const [head] = parametersOf("header");
  const file = head?.[type] as { readonly id?: string } | undefined;
  return head?.["type"] === type && book.files.has(file?.id ?? "")
    ? undefined
    : graphError(400, 132_012, "Parameter format does not match format in the created template");
}

/** Sets the status of a template and sends the webhook. */
export function decide(book: GraphBook, name: string, status: string, reason?: string): void {
  for (const { templates } of cloudOf(book).numbers)
    for (const template of templates)
      if (template.name === name)
        Object.assign(template, { status, ...(reason && { rejected_reason: reason }) });
}
