import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { fillVariables, variableProblems } from "#accounts/settings/text-variables/contract.ts";
import { numberOf, wordsOf } from "#automation/chatbot/engine/choice.ts";
import { cleanName } from "#automation/prompts/engine/system-prompt.ts";
import { cleanFileName, extensionOf } from "#channels/media/storage/names.ts";
import { readNumber } from "#people/contacts/number-check/check-number.ts";
import { sealedBy } from "#platform/crypto/secrets.ts";
import { csvLine } from "#platform/csv.ts";
import { run } from "#platform/db/database.ts";
import { matchAll } from "#platform/db/full-text.ts";
import { BODY_BYTES } from "#platform/http/body/body.ts";
import { pathOf } from "#platform/http/server/request-validation.ts";
import { fold } from "#platform/text.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testContact, testUser } from "#test/helpers/installation.ts";
import { loadLinkFinder } from "#web/inbox/messages/text/find-links.ts";
import { parseFormat } from "#web/inbox/messages/text/format.ts";

/** Lengths of the texts: the maximum of a message, and eight times as much. */
const MESSAGE = 4096;
const LONG = 8 * MESSAGE;
/** Maximum processing time of one customer text, ms. */
const LIMIT_MS = 50;

/** Functions that read customer texts without a length limit before them. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  fold,
  wordsOf,
  numberOf,
  cleanFileName,
  extensionOf,
  readNumber: (text) => {
    try {
      return readNumber(text);
    } catch {
      return "refused";
    }
  },
  matchAll,
  fillVariables: (text) => fillVariables(text, () => "{{name}}", "campaign"),
  variableProblems: (text) => variableProblems(text, { extras: new Set() }),
  csvLine: (text) => csvLine([text]),
  cleanName,
  pathOf: (text) => pathOf(`http://a.example/${text}`),
  sealedBy,
  parseFormat,
};
/** Inputs that are known to slow down regular expressions and parsers. */
const BOMBS: Readonly<Record<string, string>> = {
  letters: "a",
  blanks: " ",
  "blanks, then not": " a ",
  digits: "1",
  "open braces": "{{",
  "braces in braces": "{{{{a}}",
  "a template in a template": "{{name{{name}}",
  quotes: '"',
  "marks of WhatsApp": "*_~`",
  fences: "```",
  addresses: "http://a.b/",
  mails: "a@a.",
  dots: "a.",
  slashes: "../",
  "accents on accents": "e\u0301\u0302\u0303",
  emojis: "👩‍👩‍👧‍👦",
  "turned around": "\u202e\u202c",
  "ends of lines": "\r\n",
  "signs of search": '"*^NEAR( ',
  "a sealed look": "v2.deadbeef.",
  "no letters": "\u0000\ufffd",
};

/** The best time of five runs, or the first within the limit, so that other load of the machine does not count. */
function costOf(read: (text: string) => unknown, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 5 && best > 1; turn += 1) {
    const started = performance.now();
    read(text);
    best = Math.min(best, performance.now() - started);
  }
  return best;
}
const long = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

beforeAll(loadLinkFinder);

test.each(Object.entries(READERS))(
  "%s reads any message within 50 ms, and eight times the length in eight times that",
  (_, read) => {
    // The last character is of another kind, so that the match fails after all the work.
    for (const [name, piece] of Object.entries(BOMBS))
      for (const end of ["", "!", "}"]) {
        const [message, longer] = [MESSAGE, LONG].map((length) => costOf(read, long(piece, length) + end));
        expect([name, (message ?? 0) < LIMIT_MS]).toEqual([name, true]);
        expect([name, (longer ?? 0) < 8 * LIMIT_MS]).toEqual([name, true]);
      }
  },
);

describe("hostile texts sent to the server", () => {
  let app: TestApp;
  let admin: UserCtx;
  beforeAll(async () => {
    app = await startTestApp({ env: { RATE_LIMITS: "off" } });
    const tenant = app.company();
    admin = testUser(tenant, { profile: "admin" });
    for (let n = 0; n < 300; n += 1) testContact(tenant, { name: `Ana ${"Maria ".repeat(n % 9)}${n}` });
    run(tenant.db, "ANALYZE");
  });
  afterAll(() => app.stop());

  test("a search treats any text as words and answers without delay", async () => {
    const signs = [
      '"*^NEAR(',
      "a* OR *",
      "' OR 1=1 --",
      "%",
      "_%_%_%",
      "\\",
      "NEAR(ana maria, 5)",
      "ana AND",
      "^ana",
      "name:ana",
      "-ana",
      "{a b}:",
      '"',
      "\u0000",
      "a".repeat(200),
      "é ".repeat(100),
      "%_".repeat(100),
    ];
    const routes = app.app.routes.filter(
      ({ method, path, access, query }) =>
        method === "GET" &&
        access !== "super" &&
        access !== "public" &&
        !path.includes(":") &&
        JSON.stringify(query ?? {}).includes("searchParam"),
    );
    expect(routes.length).toBeGreaterThan(10);
    const api = app.api(admin);
    for (const { path } of routes)
      for (const sign of signs) {
        const ask = async () => {
          const started = performance.now();
          const { status } = await api.get(`${path}?searchParam=${encodeURIComponent(sign)}`);
          expect([path, sign, status < 500]).toEqual([path, sign, true]);
          return performance.now() - started;
        };
        // Includes the network and a busy machine: only input that is slow in every run is a bomb.
        let cost = await ask();
        for (let turn = 1; turn < 5 && cost >= 1000; turn += 1) cost = Math.min(cost, await ask());
        expect([path, sign, cost < 1000]).toEqual([path, sign, true]);
      }
  });

  test("a body with deep nesting, repetitions or prototype names is refused as an invalid body", async () => {
    // Bodies of the maximum size, and larger ones.
    const bombs = [1, 10].flatMap((size) => [
      "[".repeat(size * 60_000),
      `${'{"a":'.repeat(size * 10_000)}1${"}".repeat(size * 10_000)}`,
      `{"name":${JSON.stringify(Array.from({ length: size * 30_000 }, () => 0))}}`,
      '{"__proto__":{"profile":"admin"},"name":["x"]}',
      `{"name":"${"\\u0000".repeat(size * 10_000)}"}`,
      `{${Array.from({ length: size * 6_000 }, (_, n) => `"k${n}":1`).join(",")}}`,
      "1e999999",
    ]);
    for (const body of bombs) {
      const answer = await fetch(`${app.url}/api/tags`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", authorization: `Bearer ${app.api(admin).token}` },
      });
      const status = body.length > BODY_BYTES ? 413 : 400;
      expect([body.slice(0, 20), answer.status]).toEqual([body.slice(0, 20), status]);
    }
    expect(({} as { profile?: string }).profile).toBeUndefined();
  });
});
