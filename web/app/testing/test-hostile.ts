import fc from "fast-check";
import { MediaType, SendState } from "#inbox/messages/contract.ts";

/**
 * Texts that break renderers: encodings, hosts, formatting, markup, contact cards, locations, invisible characters.
 */
const KNOWN: readonly string[] = [
  "mailto:a@%E0.com",
  "a@%E0%A4.com",
  "mailto:%",
  "https://%E0%A4%A",
  "http://[::1",
  "https://xn--a.com",
  "https://x.com/%",
  "https://a.b:99999/",
  "http://user:pw@bank.com",
  "tel:%FF",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "{{name}} {{constructor}} $& $1 $`",
  "__proto__",
  "constructor",
  "toString",
  "\u202Egpj.exe",
  "\u2066\u2067\u2068a\u2069\u200E\u200F",
  "\u200B\u200D\uFEFF\u2060\u00AD",
  "x".repeat(10_000),
  "</title></textarea><svg onload=alert(1)><iframe srcdoc='<script>alert(1)</script>'>",
  '{"__proto__":{"polluted":true}}',
  "\u0000\u0007\u001b[31m",
  "\uD800",
  "\uDFFF\uD800x",
  "\uE000",
  "\uE001\uE000a\uE001",
  "*_~`*_~`",
  "```",
  "*".repeat(500),
  "\n".repeat(500),
  "👨‍👩‍👧‍👦".repeat(80),
  "a\u0301".repeat(400),
  "İıſﬁ",
  "BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:=E0=A4\nTEL;waid=%E0:x\nEND:VCARD",
  "BEGIN:VCARD\nBEGIN:VCARD\nN:;;;;\nTEL:\nTEL:tel:\nEND:VCARD\nEND:VCARD",
  "FN:a\nTEL:1\nEND:VCARD\nFN:a\nTEL:1\nEND:VCARD",
  ":\n::;;;=",
  "NaN,NaN|x",
  "91,181|a|b",
  "1e999,-0|",
  "-23.5,-46.6|<b>|%E0",
  ",|",
  "+",
  "-",
];

/** A text that a customer could send. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...KNOWN),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc
    .array(fc.oneof(fc.constantFrom(...KNOWN, " ", "@", "mailto:", "https://", "%"), fc.string()), {
      maxLength: 8,
    })
    .map((parts) => parts.join("")),
);

const number = fc.oneof(
  fc.constantFrom(null, 0, -1, 1e308, Number.NaN, Number.POSITIVE_INFINITY),
  fc.integer({ min: -10, max: 100_000 }),
);
const instant = fc.constantFrom("2026-11-20T14:00:00.000Z", "1970-01-01T00:00:00.000Z", "x", "");

/** The fields of a message whose content comes from a customer. */
export const hostileMessage = fc.record({
  body: hostileText,
  // Every kind of the contract, and kinds of a later release.
  mediaType: fc.constantFrom(null, ...MediaType.options, "call_log", "constructor", "a kind of tomorrow"),
  mediaUrl: fc.oneof(fc.constantFrom(null, "/media/1/2/a", "//evil.example/a"), hostileText),
  mediaName: fc.option(hostileText),
  mimeType: fc.option(hostileText),
  mediaSize: number,
  duration: number,
  width: number,
  height: number,
  waveform: fc.option(fc.oneof(fc.base64String(), hostileText)),
  mediaState: fc.constantFrom(null, "stored", "pending", "missing", "no_room"),
  voice: fc.boolean(),
  sticker: fc.boolean(),
  sendState: fc.constantFrom(null, ...SendState.options),
  sendError: fc.option(fc.oneof(fc.constantFrom("ERR_UNKNOWN", "constructor"), hostileText)),
  filledAt: fc.constantFrom(undefined, "2026-11-20T14:00:00.000Z", "x"),
  fromMe: fc.boolean(),
  isDeleted: fc.boolean(),
  isEdited: fc.boolean(),
  edits: fc.array(fc.record({ body: hostileText, at: instant }), { maxLength: 2 }),
  transcript: fc.option(hostileText),
  name: hostileText,
  quote: fc.option(
    fc.record({ body: hostileText, mediaType: fc.constantFrom(null, "vcard", "locationMessage", "image") }),
  ),
  reaction: fc.option(hostileText),
  createdAt: instant,
});
export type HostileMessage = typeof hostileMessage extends fc.Arbitrary<infer Value> ? Value : never;
