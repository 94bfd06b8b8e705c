/** A mail as it arrived, decoded. */
export interface ReceivedMail {
  /** Who the sender's server said it comes from, and whom it is for (the envelope, not the headers). */
  readonly from: string;
  readonly to: readonly string[];
  /** Header names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  /** Whether the line was encrypted, and the name somebody signed in with. */
  readonly encrypted: boolean;
  readonly user: string | null;
}

const splitAt = (raw: string): readonly [string, string] => {
  const at = raw.indexOf("\r\n\r\n");
  return at < 0 ? [raw, ""] : [raw.slice(0, at), raw.slice(at + 4)];
};

function headersOf(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, "")
      .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );

function decoded(text: string, encoding: string): string {
  if (encoding === "quoted-printable") return quotedPrintable(text).toString("utf8");
  return (encoding === "base64" ? Buffer.from(text, "base64") : Buffer.from(text, "latin1")).toString("utf8");
}

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=` in headers. */
const decodedWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?[^?]+\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === "B"
        ? decoded(word, "base64")
        : decoded(word.replaceAll("_", " "), "quoted-printable"),
    );

/** Reads what came after DATA; `raw` is latin1, line by line as on the wire. */
export function readMail(
  raw: string,
  envelope: Pick<ReceivedMail, "from" | "to" | "encrypted" | "user">,
): ReceivedMail {
  const [head, body] = splitAt(raw);
  const headers = headersOf(head);
  return {
    ...envelope,
    headers,
    subject: decodedWords(headers.get("subject") ?? ""),
    text: decoded(body, headers.get("content-transfer-encoding")?.toLowerCase() ?? "7bit").replaceAll(
      "\r\n",
      "\n",
    ),
  };
}
