import PostalMime, { decodeWords } from "postal-mime";

/** A mail as it arrived, decoded. */
export interface ReceivedMail {
  /** Sender and recipients of the envelope, not of the headers. */
  readonly from: string;
  readonly to: readonly string[];
  /** Header names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  /** The text as HTML; "" when the mail has only text. */
  readonly html: string;
  /** Images attached for `html`, by the name after `cid:`. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** Whether the connection was encrypted, and the account that signed in. */
  readonly encrypted: boolean;
  readonly user: string | null;
}

/** Parses a message as it came after DATA. */
export async function readMail(
  raw: Uint8Array,
  envelope: Pick<ReceivedMail, "from" | "to" | "encrypted" | "user">,
): Promise<ReceivedMail> {
  const { headers, subject = "", text = "", html = "", attachments } = await PostalMime.parse(raw);
  return {
    ...envelope,
    headers: new Map(headers.map(({ key, value }) => [key, decodeWords(value)])),
    subject,
    // The line end before the next boundary is not part of the text.
    text: text.replace(/\n$/, ""),
    html,
    pictures: new Map(
      attachments.map(({ contentId = "", content }) => [
        contentId.slice(1, -1),
        new Uint8Array(content as ArrayBuffer),
      ]),
    ),
  };
}
