import { GRAPH_APP } from "./app.ts";
import type { GraphBook } from "./book.ts";
import { type CallParts, graphError } from "./call.ts";
import { type CloudNumber, cloudOf } from "./cloud-book.ts";

const allowedTo = (book: GraphBook, token: string): readonly CloudNumber[] =>
  cloudOf(book).allowed.get(book.users.get(token)?.id ?? "") ?? [];

/** The number in the path of a call, if its user may allow the app to use it. */
export function numberOfPerson(book: GraphBook, { token, path }: CallParts): CloudNumber | undefined {
  const allowed = allowedTo(book, token);
  const [node] = path;
  if (node === "me" || path[1]?.endsWith("_whatsapp_business_accounts")) return undefined;
  return allowed.find(({ id, businessId }) => id === node || businessId === node) ?? allowed[0];
}

/** The permissions of a token; requested with the app's own token. */
export function debugToken(book: GraphBook, { token, query }: CallParts): Response {
  if (token !== `${GRAPH_APP.id}|${GRAPH_APP.secret}`) return graphError(400, 100, "Invalid app token");
  const asked = query.get("input_token") ?? "";
  const numbers = allowedTo(book, asked);
  const target_ids = numbers.map(({ businessId }) => businessId);
  const scope = { scope: "whatsapp_business_management", ...(cloudOf(book).granular && { target_ids }) };
  return Response.json({
    data: {
      app_id: GRAPH_APP.id,
      is_valid: book.users.has(asked),
      granular_scopes: numbers.length > 0 ? [scope] : [],
    },
  });
}

/** A person's businesses, each with its own account; undefined for any other request. */
export function businessesOf(book: GraphBook, { token, path }: CallParts): Response | undefined {
  const [node = "", edge] = path;
  const numbers = allowedTo(book, token);
  if (node === "me" && edge === "businesses")
    return Response.json({ data: numbers.map(({ id }) => ({ id: `7${id}` })) });
  if (edge === "owned_whatsapp_business_accounts")
    return Response.json({
      data: numbers.filter(({ id }) => node === `7${id}`).map(({ businessId }) => ({ id: businessId })),
    });
  return edge === "client_whatsapp_business_accounts" ? Response.json({ data: [] }) : undefined;
}

/** Meta sends a code to the number, and its owner types it. */
export async function verifyNumber(
  number: CloudNumber,
  edge: "request_code" | "verify_code",
  { request }: CallParts,
): Promise<Response> {
  const body = (await request.json()) as { code_method?: string; language?: string; code?: string };
  if (edge === "request_code") {
    if (!["SMS", "VOICE"].includes(body.code_method ?? "") || !body.language)
      return graphError(400, 100, "Invalid parameter");
    number.code = "135790";
    return Response.json({ success: true });
  }
  if (number.code === undefined || body.code !== number.code)
    return graphError(400, 136_025, "Code couldn't be verified");
  number.isVerified = true;
  return Response.json({ success: true });
}

/** What Meta's sign-up page returns for a login address: it opens for the current version of Embedded Sign-up only. */
export function signUp(loginUrl: string, token: string): { readonly code: string } | "switched off" {
  const query = new URL(loginUrl).searchParams;
  const { version } = JSON.parse(query.get("extras") ?? "{}") as { version?: string };
  return version === "v4" && query.get("response_type") === "code" && query.get("config_id")
    ? { code: `code-${token}` }
    : "switched off";
}
