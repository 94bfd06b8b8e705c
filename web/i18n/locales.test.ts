import { expect, test } from "bun:test";
import type { Texts } from "./dictionary.ts";
import { LANGUAGES } from "./languages.ts";

const root = new URL("../../", import.meta.url).pathname;
const web = `${root}web/`;
/** All folders with texts of the pages, or with texts that the server writes into files. */
const folders = [...new Bun.Glob("{web,src}/**/locales/pt.json").scanSync({ cwd: root })]
  .map((path) => path.replace("/pt.json", ""))
  .sort();
const COMMON = "web/i18n/locales";
const ERRORS = "web/i18n/errors/locales";

/** Every key (`group.key`) with its text. */
function flat(texts: Texts, group = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${group}${key}`, value] as [string, string]]
      : flat(value, `${group}${key}.`),
  );
}

const load = async (folder: string, language: string): Promise<Map<string, string>> =>
  new Map(flat(await Bun.file(`${root}${folder}/${language}.json`).json()));

/** Names between {{ and }}. */
const variables = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

for (const folder of folders) {
  test(`every text of ${folder} exists in each language, with the same variables`, async () => {
    const source = await load(folder, "pt");
    expect(source.size).toBeGreaterThan(0);
    for (const language of LANGUAGES) {
      const texts = await load(folder, language);
      expect([...texts.keys()].sort()).toEqual([...source.keys()].sort());
      for (const [key, text] of texts) {
        expect({ key, variables: variables(text) }).toEqual({
          key,
          variables: variables(source.get(key) ?? ""),
        });
        expect({ key, isEmpty: text.trim() === "" }).toEqual({ key, isEmpty: false });
      }
    }
  });
}

/** Spanish verb forms that address the user as "tú". */
const FAMILIAR = new RegExp(
  `(?<!\\p{L})(${[
    "tú|tu|tus|te|ti|contigo|tuyo|tuya|tuyos|tuyas",
    "puedes|puedas|tienes|quieres|debes|eres|estás|deseas|buscas|necesitas|resuelvas|transfieres|compruebas",
    "escríbel[ao]|ábrel[ao]|reábrel[ao]|divídel[ao]|enciéndel[ao]|elígel[ao]|resuélvel[ao]s?",
    "déjal[ao]|inténtal[ao]|acéptal[ao]|entrégal[ao]|apágal[ao]|expórtal[ao]|envíal[ao]|guárdal[ao]|revísal[ao]",
  ].join("|")})(?!\\p{L})`,
  "iu",
);

/**
 * Imperatives of "tú" at the start of a sentence. Forms that can also start a statement about the product are omitted:
 * "Envía un mensaje cuando …".
 */
const FAMILIAR_ORDER = new RegExp(
  `(?:^|[.:;!?¡¿]\\s*)(${[
    "Elige|Escoge|Abre|Reabre|Escribe|Guarda|Revisa|Haz|Pon|Añade|Agrega|Selecciona|Intenta|Confirma|Pega|Busca|Cambia",
    "Conecta|Verifica|Pulsa|Presiona|Toca|Ingresa|Introduce|Define|Recarga|Actualiza|Quita|Elimina|Borra|Indica|Descarga",
    "Sube|Configura|Comparte|Llama|Adjunta|Arrastra|Suelta|Lee|Escanea|Digita|Vuelve|Sincroniza|Mira|Corrige|Instala",
    "Anota|Recuerda|No olvides",
  ].join("|")})(?!\\p{L})`,
  "u",
);

test("Spanish texts address the user as usted", async () => {
  const texts = await Promise.all(folders.map((folder) => load(folder, "es")));
  const all = texts.flatMap((one) => [...one]);
  expect(all.length).toBeGreaterThan(2_000);
  expect(all.filter(([, text]) => FAMILIAR.test(text) || FAMILIAR_ORDER.test(text))).toEqual([]);
  for (const wrong of [
    "Elige una cola",
    "Error. Revisa el número.",
    "¡Abre la conversación!",
    "Escribe aquí",
  ])
    expect([wrong, FAMILIAR_ORDER.test(wrong)]).toEqual([wrong, true]);
});

/** A value before a word in the plural, such as "{{count}} dias". */
const PLURAL = /\{\{(\w+)\}\} (?:valid )?\p{L}{3,}s(?!\p{L})/u;
/** Values that are names, not counts. */
const NO_COUNT = new Set(["name", "variable", "time", "day"]);
const NEVER_ONE: Readonly<Record<string, string>> = {
  "filter.lastDays": "the periods offered have 7 days and more",
  "report.proven": "the page asks for 30 days",
  "report.partialText": "the page asks for 30 days",
  "verdict.proven": "the page asks for 30 days",
  "verdict.quiet": "the page asks for 30 days",
  "files.tooMany": "a fixed limit",
  "form.limit": "a fixed limit",
  "form.limitFields": "a fixed limit",
  "form.limitFieldsInList": "a fixed limit",
  "file.tooManyRows": "a fixed limit",
  listEnd: "the end comes after 10,000 rows",
  "trace.tokens": "the sum of two counts",
  "bench.tokens": "the sum of two counts",
};

/** The contract specifies the wording. */
const SPECIFIED = "Sua assinatura vence em {{count}} dia(s)";

test("every text with a count before a noun has a singular form", async () => {
  const found: string[] = [];
  for (const language of LANGUAGES)
    for (const folder of folders)
      for (const [key, text] of await load(folder, language)) {
        if (/\((s|es)\)/.test(text) && text !== SPECIFIED)
          found.push(`${folder} ${language} ${key}: ${text}`);
        const [, value = ""] = PLURAL.exec(text) ?? [];
        if (value === "" || NO_COUNT.has(value) || /_(one|other)$/.test(key) || key in NEVER_ONE) continue;
        found.push(`${folder} ${language} ${key}: ${text}`);
      }
  expect(found).toEqual([]);
});

/** Error codes in the sources of the server. */
async function serverCodes(): Promise<string[]> {
  const codes = new Set<string>();
  for (const file of new Bun.Glob("**/*.ts").scanSync({ cwd: `${root}src` })) {
    if (file.endsWith(".test.ts")) continue;
    const source = await Bun.file(`${root}src/${file}`).text();
    for (const [code] of source.matchAll(/(?<=")ERR_[A-Z_]+(?=")/g)) codes.add(code);
  }
  return [...codes].sort();
}

test("every error code of the server has a text in each language", async () => {
  const codes = await serverCodes();
  expect(codes.length).toBeGreaterThan(10);
  for (const language of LANGUAGES) {
    const texts = await load(ERRORS, language);
    expect(codes.filter((code) => !texts.has(code))).toEqual([]);
  }
});

test("English errors have the specified wording", async () => {
  const texts = await load(ERRORS, "en");
  const worded = {
    ERR_NO_OTHER_WHATSAPP: "There must be at least one default WhatsApp connection.",
    ERR_NO_DEF_WAPP_FOUND: "No default WhatsApp found. Check connections page.",
    ERR_WAPP_NOT_INITIALIZED: "This WhatsApp session is not initialized. Check connections page.",
    ERR_WAPP_CHECK_CONTACT: "Could not check WhatsApp contact.",
    ERR_WAPP_INVALID_CONTACT: "This is not a valid whatsapp number.",
    ERR_WAPP_DOWNLOAD_MEDIA: "Could not download media from WhatsApp.",
    ERR_INVALID_CREDENTIALS: "Authentication error. Please try again.",
    ERR_SENDING_WAPP_MSG: "Error sending WhatsApp message.",
    ERR_DELETE_WAPP_MSG: "Couldn't delete message from WhatsApp.",
    ERR_OTHER_OPEN_TICKET: "There's already an open ticket for this contact.",
    ERR_SESSION_EXPIRED: "Session expired. Please login.",
    ERR_USER_CREATION_DISABLED: "User creation was disabled by administrator.",
    ERR_NO_PERMISSION: "You don't have permission to access this resource.",
    ERR_DUPLICATED_CONTACT: "A contact with this number already exists.",
    ERR_NO_TICKET_FOUND: "No record found with this ID.",
    ERR_CREATING_MESSAGE: "Error creating it in the database.",
    ERR_CREATING_TICKET: "Error creating it in the database.",
    ERR_FETCH_WAPP_MSG: "Error fetching the message in WhatsApp, maybe it is too old.",
    ERR_QUEUE_COLOR_ALREADY_EXISTS: "This color is already in use, pick another one.",
    ERR_WAPP_GREETING_REQUIRED: "Greeting message is required if there is more than one queue.",
  };
  for (const [code, text] of Object.entries(worded)) expect(texts.get(code)).toBe(text);
  expect((await load(COMMON, "en")).get("errors.fallback")).toBe("An error occurred!");
});

/** Words between tags, or in an attribute that users see or hear; names of products and keys are exempt. */
const WORDS_IN_TAGS = /(?<=[a-z"'})]>)\s*([^<>{}=;()]*\p{L}{2,}[^<>{}=;()]*)\s*(?=<\/)/gu;
const WORDS_IN_ATTRIBUTES = /\b(?:aria-label|title|placeholder|alt|label|help)="([^"]*\p{L}{2,}[^"]*)"/gu;
const NAMES = new Set(["Balcão", "Esc", "Ctrl K", "PDF"]);

test("no component contains a literal text", async () => {
  const found: string[] = [];
  for (const file of new Bun.Glob("**/*.tsx").scanSync({ cwd: web })) {
    if (file.endsWith(".test.tsx")) continue;
    const source = (await Bun.file(web + file).text()).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    for (const pattern of [WORDS_IN_TAGS, WORDS_IN_ATTRIBUTES]) {
      for (const [, words = ""] of source.matchAll(pattern)) {
        if (!NAMES.has(words.trim())) found.push(`${file}: ${words.trim()}`);
      }
    }
  }
  expect(found).toEqual([]);
});
