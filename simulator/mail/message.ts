/** A mail as it arrived, decoded. */
export interface ReceivedMail {
  /** Who the sender's server said it comes from, and whom it is for (the envelope, not the headers). */
  readonly from: string;
  readonly to: readonly string[];
  /** Header names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  /** The same as HTML; "" where it came as text alone. */
  readonly html: string;
  /** What `html` shows out of the mail itself, by the name after `cid:`. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** Whether the line was encrypted, and the name somebody signed in with. */
  readonly encrypted: boolean;
  readonly user: string | null;
}

/** What stands between two boundaries, or the whole mail. */
interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function partOf(raw: string): Part {
  const at = raw.indexOf("\r\n\r\n");
  const [head, body] = at < 0 ? [raw, ""] : [raw.slice(0, at), raw.slice(at + 4)];
  return { headers: headersOf(head), body };
}

function headersOf(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

/** The parts of a mail that has several, those within parts too; else the mail itself. */
function leaves(part: Part): Part[] {
  const [, boundary] =
    /^multipart\/.*boundary="?([^";]+)/i.exec(part.headers.get("content-type") ?? "") ?? [];
  if (!boundary) return [part];
  const between = `\r\n${part.body}`.split(`\r\n--${boundary}`).slice(1, -1);
  return between.flatMap((raw) => leaves(partOf(raw.replace(/^\r\n/, ""))));
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, "")
      .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );

function decoded(text: string, encoding: string): Buffer {
  if (encoding === "quoted-printable") return quotedPrintable(text);
  return Buffer.from(text, encoding === "base64" ? "base64" : "latin1");
}

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=` in headers. */
const decodedWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?[^?]+\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      (kind.toUpperCase() === "B"
        ? decoded(word, "base64")
        : decoded(word.replaceAll("_", " "), "quoted-printable")
      ).toString("utf8"),
    );

/** Reads what came after DATA; `raw` is latin1, line by line as on the wire. */
export function readMail(
  raw: string,
  envelope: Pick<ReceivedMail, "from" | "to" | "encrypted" | "user">,
): ReceivedMail {
  const whole = partOf(raw);
  const parts = leaves(whole).map(({ headers, body }) => ({
    headers,
    type: headers.get("content-type") ?? "text/plain",
    bytes: decoded(body, headers.get("content-transfer-encoding")?.toLowerCase() ?? "7bit"),
  }));
  const words = (type: string) =>
    parts
      .find((part) => part.type.startsWith(type))
      ?.bytes.toString("utf8")
      .replaceAll("\r\n", "\n") ?? "";
  return {
    ...envelope,
    headers: new Map([...whole.headers].map(([name, value]) => [name, decodedWords(value)])),
    subject: decodedWords(whole.headers.get("subject") ?? ""),
    text: words("text/plain"),
    html: words("text/html"),
    pictures: new Map(
      parts
        .filter(({ type }) => type.startsWith("image/"))
        .map(({ headers, bytes }) => [headers.get("content-id")?.slice(1, -1) ?? "", new Uint8Array(bytes)]),
    ),
  };
}
