import { GRAPH_APP } from "./app.ts";
import type { GraphBook } from "./book.ts";
import { type CallParts, graphError } from "./call.ts";
import { type CloudNumber, cloudOf, type SentByCloud } from "./cloud-book.ts";
import { requestSync } from "./cloud-history.ts";
import { searchLibrary } from "./cloud-library.ts";
import { numberOfPerson, verifyNumber } from "./cloud-login.ts";
import { cloudWebhook } from "./cloud-people.ts";
import { answerAnalytics, priceStatus } from "./cloud-pricing.ts";
import { refusalFor } from "./cloud-standing.ts";
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
      quality_rating: number.quality ?? "GREEN",
      name_status: number.nameStatus ?? "APPROVED",
      whatsapp_business_manager_messaging_limit: number.tier ?? "TIER_250",
      health_status: {
        can_send_message: number.canSend ?? "AVAILABLE",
        entities:
          number.canSend === undefined
            ? []
            : [
                {
                  entity_type: "WABA",
                  errors: [{ error_code: 141_006, error_description: "Payment issue" }],
                },
              ],
      },
      is_on_biz_app: number.isInApp === true,
    });
  if (node === number.id && edge === "messages" && method === "POST")
    return send(book, number, parts, simulator);
  if (node === number.id && edge === "media" && method === "POST") return upload(book, parts);
  if (node === number.id && edge === "smb_app_data") return requestSync(number, parts);
  if (node === number.id && (edge === "request_code" || edge === "verify_code"))
    return verifyNumber(number, edge, parts);
  if (node === number.id && edge === "register") {
    if (number.isVerified === false) return graphError(400, 133_010, "Phone number is not verified");
    number.pin = ((await parts.request.json()) as { pin: string }).pin;
    return json({ success: true });
  }
  if (node === number.businessId && edge === undefined) {
    const fields = parts.query.get("fields") ?? "";
    if (fields.includes("pricing_analytics")) return json(answerAnalytics(book, node, fields));
    const { name, timezoneId, currency } = number;
    return json({ id: node, name, timezone_id: timezoneId, currency });
  }
  if (node === number.businessId && edge === "phone_numbers")
    return json({
      data:
        number.isListed === false
          ? []
          : [
              {
                id: number.id,
                display_phone_number: `+${number.phone}`,
                verified_name: number.name,
                platform_type: number.pin === null ? "NOT_APPLICABLE" : "CLOUD_API",
                code_verification_status: number.isVerified === false ? "NOT_VERIFIED" : "VERIFIED",
              },
            ],
    });
  if (node === number.businessId && edge === "subscribed_apps" && method === "GET")
    return json({
      data: number.subscribed ? [{ whatsapp_business_api_data: { id: GRAPH_APP.id, name: "Balcão" } }] : [],
    });
  if (node === number.businessId && edge === "subscribed_apps") {
    number.subscribed = true;
    return json({ success: true });
  }
  if (node === number.businessId && edge === "message_templates") {
    if (method === "GET") return json({ data: number.templates, paging: {} });
    return method === "DELETE" ? deleteTemplate(number, parts) : createTemplate(book, number, parts);
  }
  if (node === "message_template_library") return searchLibrary(parts);
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
  const refusal = refusalFor(number, { to, type });
  if (refusal && !refusal.isLate) return graphError(400, refusal.code, "Simulated failure");
  const { portfolio } = number;
  if (type === "template" && portfolio.recipientsLeft !== undefined) {
    if (portfolio.recipientsLeft === 0)
      return graphError(400, 131_064, "Business portfolio messaging limit reached");
    portfolio.recipientsLeft -= 1;
  }
  const sent: SentByCloud = { id: book.newId("wamid.S"), number, to, type, body };
  cloud.sent.push(sent);
  cloud.onArrival(sent);
  const isHeld = type === "template" && number.holdsTemplates === true;
  const silence = book.now() - (cloud.wroteAt.get(`${number.id}:${to}`) ?? 0);
  // As the real network does: accept the message and report afterwards that it failed.
  if (refusal) tell(simulator, sent, "failed", [{ code: refusal.code, title: "Simulated failure" }]);
  else if (type !== "template" && silence >= DAY_MS)
    tell(simulator, sent, "failed", [{ code: 131_047, title: "Re-engagement message" }]);
  else if (cloud.statuses && !isHeld)
    for (const status of ["sent", "delivered"]) {
      const received = tell(simulator, sent, status);
      if (cloud.statusesFirst) await received;
    }
  return json({
    messaging_product: "whatsapp",
    contacts: [{ input: to, wa_id: to }],
    messages: [{ id: sent.id, ...(isHeld && { message_status: "held_for_quality_assessment" }) }],
  });
}

interface Interactive {
  readonly type: string;
  readonly body?: { readonly text?: string };
  readonly action: {
    readonly name?: string;
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
  if (type === "request_contact_info")
    return words?.text && action.name === type
      ? undefined
      : graphError(400, 131_009, "Parameter value is not valid");
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
  sent: SentByCloud,
  status: string,
  errors?: readonly object[],
): Promise<number> {
  return simulator.post(cloudWebhook(sent.number, { statuses: [statusOf(simulator, sent, status, errors)] }));
}

/** One status as in a webhook; a delivered message is added to the bill. */
export function statusOf(
  { book }: GraphSimulator,
  sent: SentByCloud,
  status: string,
  errors?: readonly object[],
): object {
  const { id, number, to, body } = sent;
  const isPhone = /^\d+$/.test(to);
  return {
    id,
    status,
    timestamp: String(Math.floor(book.now() / 1000)),
    ...(isPhone ? { recipient_id: to } : { recipient_user_id: to }),
    biz_opaque_callback_data: body["biz_opaque_callback_data"],
    ...priceStatus(book, sent, status, cloudOf(book).wroteAt.get(`${number.id}:${to}`) ?? 0),
    ...(errors && { errors }),
  };
}
