import {
  createGraph,
  listOf,
  type Part,
  requireConnection,
  textOf,
  withProviderErrors,
} from "#channels/connections/index.ts";
import { AppError, invalidFields } from "#platform/errors.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { LibraryTemplate, TakeLibraryBody, TemplateAnswer } from "./contract.ts";
import { presentTemplate, templateByName } from "./queries.ts";
import { saveTemplate, syncTemplates, templateAccountOf } from "./sync.ts";

/** Searches per minute and company: Meta limits the calls of the whole app. */
const SEARCHES = 30;
const MINUTE_MS = 60_000;
const MAX_FOUND = 50;

/**
 * `GET /whatsapp/{id}/template-library`: Meta's ready-made texts that contain a word. For admins. Throws 404
 * ERR_NO_WAPP_FOUND, 400 ERR_NOT_SUPPORTED, 429 ERR_RATE_LIMIT, 400 ERR_PROVIDER_AUTH.
 */
export async function searchLibrary(
  { tenant }: UserCtx,
  connectionId: number,
  { searchParam, language }: { readonly searchParam: string; readonly language: string },
): Promise<LibraryTemplate[]> {
  requireConnection(tenant.db, connectionId);
  const { token } = templateAccountOf(tenant, connectionId);
  countSearch(tenant);
  const answer = await withProviderErrors(() =>
    createGraph(tenant.installation).call({
      method: "GET",
      path: "message_template_library",
      token,
      query: { search: searchParam, language, limit: String(MAX_FOUND) },
    }),
  );
  return listOf(answer["data"]).slice(0, MAX_FOUND).map(libraryTemplate);
}

function countSearch(tenant: Tenant): void {
  const now = tenant.clock.now();
  const recent = tenant.cached("template-library-searches", () => ({ times: [] as number[] }));
  recent.times = recent.times.filter((at) => now - at < MINUTE_MS);
  if (recent.times.length >= SEARCHES) throw new AppError(429, "ERR_RATE_LIMIT");
  recent.times.push(now);
}

const CATEGORIES = ["UTILITY", "MARKETING", "AUTHENTICATION"] as const;
const words = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf).slice(0, 50) : []);

function libraryTemplate(part: Part): LibraryTemplate {
  return {
    name: textOf(part["name"]),
    language: textOf(part["language"]),
    category: CATEGORIES.find((one) => one === textOf(part["category"])) ?? "UTILITY",
    header: textOf(part["header"]),
    body: textOf(part["body"]),
    examples: words(part["body_params"]),
    buttons: listOf(part["buttons"]).map((button) => ({
      type: textOf(button["type"]),
      text: textOf(button["text"]),
    })),
  };
}

/** Kinds of buttons that need an input of the company. */
const INPUTS = { URL: "url", PHONE_NUMBER: "phone" } as const;

/**
 * `POST /whatsapp/{id}/template-library`: adds a ready-made text to the templates, under a name of the company's choice.
 * Meta usually approves it immediately. For admins. Throws 404 ERR_NO_WAPP_FOUND, 400 ERR_NOT_SUPPORTED, 400
 * ERR_VALIDATION, 400 ERR_PROVIDER_AUTH.
 */
export async function takeFromLibrary(
  { tenant }: UserCtx,
  connectionId: number,
  body: TakeLibraryBody,
): Promise<TemplateAnswer> {
  requireConnection(tenant.db, connectionId);
  const account = templateAccountOf(tenant, connectionId);
  const { libraryName, name, language, category, buttons } = body;
  if (buttons.some((button) => !button[INPUTS[button.type]])) throw invalidFields({ buttons: "required" });
  const answer = await withProviderErrors(() =>
    createGraph(tenant.installation).call({
      method: "POST",
      path: `${account.businessId}/message_templates`,
      token: account.token,
      body: {
        ...{ name, language, category, library_template_name: libraryName },
        ...(buttons.length > 0 && { library_template_button_inputs: buttons.map(inputOf) }),
      },
    }),
  );
  await withProviderErrors(() => syncTemplates(tenant, account));
  const stored = templateByName(tenant.db, connectionId, name, language);
  if (stored) return presentTemplate(tenant, stored);
  // Meta's list does not contain the new template yet, so it is stored from the answer.
  tenant.write((unit) =>
    saveTemplate(unit, connectionId, {
      ...{ id: textOf(answer["id"]), name, language, category, components: [] },
      status: textOf(answer["status"]) || "PENDING",
    }),
  );
  const row = templateByName(tenant.db, connectionId, name, language);
  if (!row) throw new Error(`template ${name} was not stored`);
  return presentTemplate(tenant, row);
}

const inputOf = ({ type, url, phone }: TakeLibraryBody["buttons"][number]) =>
  type === "URL"
    ? {
        type,
        url: {
          base_url: url,
          ...(url?.includes("{{1}}") && { url_suffix_example: url.replace("{{1}}", "1") }),
        },
      }
    : { type, phone_number: phone };
