import type { GraphBook } from "./book.ts";
import { type CallParts, graphError } from "./call.ts";
import { type CloudNumber, cloudOf, type SentByCloud } from "./cloud-book.ts";
import { numberOfPerson } from "./cloud-login.ts";
import { cloudWebhook } from "./cloud-people.ts";
import { createTemplate, deleteTemplate, takeSample, templateProblem } from "./cloud-templates.ts";
import type { GraphSimulator } from "./server.ts";

const DAY_MS = 24 * 60 * 60_000;
const json = (body: unknown) => Response.json(body);

/** Answers a call for an official number; undefined when its token belongs to none. */
export async function answerCloud(
  book: GraphBook,
  parts: CallParts,
  simulator: GraphSimulator,
): Promise<Response | undefined> {
  const number =
    cloudOf(book).numbers.find(({ token }) => token === parts.token) ?? numberOfPerson(book, parts);
  if (!number) return undefined;
  const { method, path } = parts;
  const [node = "", edge] = path;
  if (node === number.id && edge === undefined)
    return json({
      id: number.id,
      display_phone_number: `+${number.phone}`,
      verified_name: number.name,
      quality_rating: "GREEN",
    });
  if (node === number.id && edge === "messages" && method === "POST")
    return send(book, number, parts, simulator);
  if (node === number.id && edge === "media" && method === "POST") return upload(book, parts);
  if (node === number.id && edge === "register") {
    number.pin = ((await parts.request.json()) as { pin: string }).pin;
    return json({ success: true });
  }
  if (node === number.businessId && edge === undefined) return json({ id: node, name: number.name });
  if (node === number.businessId && edge === "phone_numbers")
    return json({
      data: [
        {
          id: number.id,
          display_phone_number: `+${number.phone}`,
          verified_name: number.name,
          platform_type: number.pin === null ? "NOT_APPLICABLE" : "CLOUD_API",
        },
      ],
    });
  if (node === number.businessId && edge === "subscribed_apps") {
    number.subscribed = true;
    return json({ success: true });
  }
  if (node === number.businessId && edge === "message_templates") {
    if (method === "GET") return json({ data: number.templates, paging: {} });
    return method === "DELETE" ? deleteTemplate(number, parts) : createTemplate(book, number, parts);
  }
  if (edge === "uploads" || node.startsWith("upload:")) return takeSample(book, parts);
  const file = edge === undefined ? book.files.get(node) : undefined;
  return file
    ? json({ id: node, mime_type: file.type, url: `${book.url}/files/${node}/file` })
    : graphError(400, 100, "Unsupported get request", 33);
}

async function upload(book: GraphBook, { request }: CallParts): Promise<Response> {
  const form = await request.formData();
  const file = form.get("file");
  if (!(file instanceof File) || form.get("messaging_product") !== "whatsapp")
    return graphError(400, 100, "Invalid parameter");
  const id = book.newId("30");
  book.files.set(id, { bytes: new Uint8Array(await file.arrayBuffer()), type: file.type });
  return json({ id });
}

type Body = Readonly<Record<string, unknown>>;

async function send(
  book: GraphBook,
  number: CloudNumber,
  { request }: CallParts,
  simulator: GraphSimulator,
): Promise<Response> {
  const cloud = cloudOf(book);
  const body = (await request.json()) as Body;
  if (body["messaging_product"] !== "whatsapp") return graphError(400, 100, "Invalid parameter");
  if (body["status"] === "read") {
    cloud.read.push(String(body["message_id"]));
    if (body["typing_indicator"]) cloud.typed.push(String(body["message_id"]));
    return json({ success: true });
  }
  const failure = book.failures.find(({ times }) => times > 0);
  if (failure) {
    failure.times -= 1;
    return graphError(400, failure.code, "Simulated failure", failure.subcode);
  }
  const to = String(body["to"] ?? body["recipient"] ?? "");
  const type = String(body["type"]);
  const problem =
    type === "template"
      ? templateProblem(book, number, body)
      : type === "interactive"
        ? interactiveProblem(body)
        : undefined;
  if (problem) return problem;
  const sent: SentByCloud = { id: book.newId("wamid.S"), number, to, type, body };
  cloud.sent.push(sent);
  const silence = book.now() - (cloud.wroteAt.get(`${number.id}:${to}`) ?? 0);
  // As the real network does: accept the message and report afterwards that it failed.
  if (type !== "template" && silence >= DAY_MS)
    tell(simulator, sent, "failed", [{ code: 131_047, title: "Re-engagement message" }]);
  else if (cloud.statuses) for (const status of ["sent", "delivered"]) tell(simulator, sent, status);
  return json({
    messaging_product: "whatsapp",
    contacts: [{ input: to, wa_id: to }],
    messages: [{ id: sent.id }],
  });
}

interface Interactive {
  readonly type: string;
  readonly body?: { readonly text?: string };
  readonly action: {
    readonly button?: string;
    readonly buttons?: readonly { readonly type: string; readonly reply: Pressable }[];
    readonly sections?: readonly { readonly title?: string; readonly rows: readonly Pressable[] }[];
  };
}
/** An option that a customer can press. */
export interface Pressable {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
}

/** The options of a sent message. */
export function pressables({ body }: Pick<SentByCloud, "body">): readonly Pressable[] {
  const { action } = body["interactive"] as Interactive;
  return action.buttons?.map(({ reply }) => reply) ?? action.sections?.flatMap(({ rows }) => rows) ?? [];
}

/** Rejects a message that exceeds the network's limits for options. */
function interactiveProblem(body: Body): Response | undefined {
  const { type, body: words, action } = body["interactive"] as Interactive;
  const options = pressables({ body });
  const isList = type === "list";
  const text = words?.text ?? "";
  const fits =
    text !== "" &&
    text.length <= 1024 &&
    options.length > 0 &&
    options.length <= (isList ? 10 : 3) &&
    new Set(options.map(({ id }) => id)).size === options.length &&
    (isList || new Set(options.map(({ title }) => title)).size === options.length) &&
    (!isList || (action.button !== undefined && action.button !== "" && action.button.length <= 20)) &&
    options.every(
      ({ id, title, description = "" }) =>
        id.length <= 200 &&
        title.trim() !== "" &&
        title.length <= (isList ? 24 : 20) &&
        description.length <= 72,
    );
  return fits ? undefined : graphError(400, 131_009, "Parameter value is not valid");
}

/** Sends a status of a sent message. */
export function tell(
  simulator: GraphSimulator,
  { id, number, to, body }: SentByCloud,
  status: string,
  errors?: readonly object[],
): Promise<number> {
  const isPhone = /^\d+$/.test(to);
  return simulator.post(
    cloudWebhook(number, {
      statuses: [
        {
          id,
          status,
          timestamp: String(Math.floor(simulator.book.now() / 1000)),
          ...(isPhone ? { recipient_id: to } : { recipient_user_id: to }),
          biz_opaque_callback_data: body["biz_opaque_callback_data"],
          ...(errors && { errors }),
        },
      ],
    }),
  );
}
