import { expect, test } from "bun:test";
import type { Texts } from "./dictionary.ts";
import { LANGUAGES, type Language } from "./languages.ts";

const root = new URL("../../", import.meta.url).pathname;

/** A word that a language does not use, because another one is the product's word for the thing. */
interface Banned {
  readonly banned: RegExp;
  readonly use: string;
  /** A text with the word. */
  readonly example: string;
}

/** One word for each thing in each language; exact texts of the contract are in `SPECIFIED`. */
const BANNED: Readonly<Record<Language, readonly Banned[]>> = {
  pt: [
    { banned: /robôs?(?!\p{L})|\bbots?(?!\p{L})/iu, use: "chatbot", example: "O robô parou" },
    {
      banned: /atendimentos? (finalizad|encerrad)|encerr\p{L}* o atendimento|^(Finalizados|Encerrados)$/iu,
      use: "resolver, resolvido",
      example: "Atendimentos finalizados",
    },
    {
      banned: /Relatório da (?!campanha)/u,
      use: "Relatório da campanha",
      example: "Relatório da Teste de Natal",
    },
    {
      banned: /pessoas? eliminad|ninguém foi eliminad|^Eliminad/iu,
      use: "apagar",
      example: "Pessoas eliminadas",
    },
    { banned: /Máximo Tokens/iu, use: "Máximo de tokens", example: "Máximo Tokens Resposta" },
    { banned: /^(Status|Estado)$/u, use: "Situação", example: "Status" },
    { banned: /novamente/iu, use: "de novo", example: "Tente novamente" },
    { banned: /pesquis(ar|e)(?!\p{L})/iu, use: "buscar", example: "Pesquisar…" },
    { banned: /pr[ée]-?visualiza/iu, use: "prévia", example: "Sem pré-visualização" },
    { banned: /\baparelhos?\b/iu, use: "dispositivo, celular", example: "Avisar neste aparelho" },
    { banned: /\bexpediente\b/iu, use: "fora do horário", example: "Fora de expediente" },
    { banned: /\bdisparos?\b/iu, use: "envio", example: "Cancelar disparos" },
    { banned: /QR Code/u, use: "QR code", example: "Novo QR Code" },
    { banned: /\betiquetas?\b/iu, use: "tag", example: "Colocar etiqueta…" },
    { banned: /\bdelet(ar|e|ad)/iu, use: "excluir, apagar", example: "Deletar contato" },
  ],
  en: [
    {
      banned: /\b(whoever|whatever|somebody|anybody|everybody|anew|told|attendances?)\b/i,
      use: "a plain word",
      example: "Everybody may read this",
    },
    { banned: /\bdd\/mm\b/i, use: "a date with the name of the month", example: "Type dd/mm" },
    { banned: /\bspy/i, use: "view", example: "Everybody may spy on conversations" },
    { banned: /\bkind of filter\b/i, use: "Filter type", example: "Kind of filter" },
    { banned: /\be-mail/i, use: "email", example: "Billing e-mail" },
    { banned: /(?<!Facebook )\blog(ged)?[ -]?(in|out)s?\b/i, use: "sign in, sign out", example: "Log in" },
    { banned: /\bbots?\b/i, use: "chatbot", example: "The bot stopped" },
    { banned: /\badmins?\b/i, use: "administrator", example: "Ask an admin" },
    {
      banned:
        /\b(finished|closed|ended) tickets?\b|\bclos(e|es|ed|ing) the ticket\b|\bticket (is|was) closed\b/i,
      use: "resolve, resolved",
      example: "Finished tickets",
    },
    { banned: /\b(new|active|lost|open) chats?\b/i, use: "conversation", example: "New chats on hold" },
    { banned: /\bpictures?\b/i, use: "image, photo", example: "Attach a picture" },
    { banned: /\bprice cards?\b|\bcsv card\b/i, use: "price list", example: "The price card has an error" },
    { banned: /\bby (itself|themselves)\b/i, use: "automatically", example: "It reconnects by itself" },
    { banned: /^state$/i, use: "Status", example: "State" },
    { banned: /\b(clean-up|set-up)\b/i, use: "cleanup, setup", example: "The set-up is done" },
  ],
  es: [
    { banned: /\b(robots?|bots?)(?!\p{L})/iu, use: "chatbot", example: "Robots y programaciones" },
    { banned: /\bborr(?!ador)/iu, use: "eliminar; quitar de una lista", example: "Borrar archivo" },
    {
      banned: /personas? eliminad|nadie fue eliminad/iu,
      use: "datos eliminados",
      example: "Personas eliminadas",
    },
    { banned: /\bdashboard\b/iu, use: "panel", example: "Dashboard" },
    {
      banned: /atenci(ón|ones) (finalizada|cerrada)|(cerrar|cierra) la atención/iu,
      use: "resolver, resuelta",
      example: "Atenciones finalizadas",
    },
    { banned: /correo electrónico/iu, use: "correo", example: "Correo electrónico" },
    { banned: /valoraci|valorad/iu, use: "calificación", example: "Valoraciones" },
    { banned: /\b(el|un|mayor) importe\b|^importe( pagado)?$/iu, use: "monto", example: "Importe pagado" },
    { banned: /\bplanillas?\b/iu, use: "hoja de cálculo", example: "Importe una planilla" },
    { banned: /\b(ordenador|móvil)(?!\p{L})/iu, use: "computadora, celular", example: "Abra el móvil" },
    { banned: /\bpuls(e|ar)\b/iu, use: "presionar", example: "Pulse una letra" },
    { banned: /tiempo medio/iu, use: "tiempo promedio", example: "Tiempo medio de espera" },
  ],
};

/** The contract specifies the wording. */
const SPECIFIED = new Set(["Session expired. Please login.", "User creation was disabled by administrator."]);

interface Place {
  readonly place: string;
  readonly text: string;
}

function flat(texts: Texts, place: string): Place[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [{ place: `${place} ${key}`, text: value }] : flat(value, `${place} ${key}`),
  );
}

/** Texts of pages, mails and files, of the browser extension, and the release notes. */
async function textsIn(language: Language): Promise<Place[]> {
  const extension = language === "pt" ? "pt_BR" : language;
  const paths = [
    ...new Bun.Glob(`{web,src}/**/locales/${language}.json`).scanSync({ cwd: root }),
    `clients/link-extension/_locales/${extension}/messages.json`,
  ].sort();
  const json = paths.map(async (path) => flat(await Bun.file(root + path).json(), path));
  const notes = `src/provider/helps/release-notes/${language}.md`;
  const lines = (await Bun.file(root + notes).text()).split("\n").map((text) => ({ place: notes, text }));
  return [...(await Promise.all(json)).flat(), ...lines];
}

/** Words that users of other products type: found by the search, shown nowhere (docs/rules/screens.md#search-words). */
const SEARCH_WORDS = /web\/lib\/places\/locales.* words /;

for (const language of LANGUAGES) {
  test(`texts in ${language} use one word for each thing, and no double blanks`, async () => {
    const places = (await textsIn(language)).filter(
      ({ place, text }) => !SPECIFIED.has(text) && !SEARCH_WORDS.test(place),
    );
    expect(places.length).toBeGreaterThan(2_000);
    const found = places.flatMap(({ place, text }) =>
      BANNED[language]
        .filter(({ banned }) => banned.test(text))
        .map(({ use }) => `${place}: "${text}": use "${use}"`),
    );
    expect(found).toEqual([]);
    expect(places.filter(({ text }) => / {2}/.test(text))).toEqual([]);
  });

  test(`every forbidden word of ${language} is recognized in its example`, () => {
    const missed = BANNED[language].filter(({ banned, example }) => !banned.test(example));
    expect(missed).toEqual([]);
  });
}

/** Folders with texts about the provider's invoices, and with texts about a contact's bills (docs/glossary.md). */
const INVOICES = /\/(billing|subscription|invoice-reminders|companies|cockpit)\/locales/;
const BILLS = /\/automation\/integrations\/locales/;

test("in English a company owes the provider an invoice, and a contact owes a company a bill", async () => {
  const places = await textsIn("en");
  const billed = places.filter(({ place, text }) => INVOICES.test(place) && /\bbills?\b/i.test(text));
  const invoiced = places.filter(({ place, text }) => BILLS.test(place) && /\binvoices?\b/i.test(text));
  expect([...billed, ...invoiced]).toEqual([]);
});

/** Identifiers, error codes, and names with an underscore. */
const RAW = /\b[a-z]+[A-Z]\w*|\w*[A-Za-z0-9]_[A-Za-z0-9]\w*/g;
/** Names of products, and names that the reader types or selects exactly so. */
const TYPED = new Set([
  ...["iPhone", "iPad", "pt_BR", "en_US", "primeiro_nome", "whatsapp_business_account"],
  ...["SEU_TOKEN", "YOUR_TOKEN", "SU_TOKEN"],
]);

test("no text contains a raw identifier or error code", async () => {
  const found: string[] = [];
  for (const language of LANGUAGES)
    for (const { place, text } of await textsIn(language))
      for (const [token] of text.replace(/\{\{\w+\}\}|https?:\S+/g, "").matchAll(RAW))
        if (!TYPED.has(token)) found.push(`${place}: ${token}`);
  expect(found).toEqual([]);
  expect("Código ERR_NO_FILTER em maxTokens".match(RAW)).toEqual(["ERR_NO_FILTER", "maxTokens"]);
});
