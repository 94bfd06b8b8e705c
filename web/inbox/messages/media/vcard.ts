/** One contact card of a message. */
export interface Card {
  readonly name: string;
  readonly organization: string;
  readonly phones: readonly string[];
  readonly email: string;
}

/** Parses the cards (vCard 2.1 to 4.0) of a message; unknown lines are skipped. */
export function parseCards(body: string): Card[] {
  const unfolded = body.replaceAll(/\r\n?/g, "\n").replaceAll(/\n[ \t]/g, "");
  const cards: Card[] = [];
  let lines: Line[] = [];
  for (const raw of unfolded.split("\n")) {
    const line = parseLine(raw);
    if (!line) continue;
    if (line.name === "BEGIN") lines = [];
    else if (line.name === "END") cards.push(toCard(lines));
    else lines.push(line);
  }
  return cards.filter((card) => card.name !== "" || card.phones.length > 0);
}

interface Line {
  readonly name: string;
  readonly value: string;
  readonly waid: string;
}

function parseLine(raw: string): Line | null {
  const colon = raw.indexOf(":");
  if (colon < 1) return null;
  const [left = "", ...params] = raw.slice(0, colon).split(";");
  const name = left.slice(left.indexOf(".") + 1).toUpperCase();
  const waid = params.find((param) => param.toLowerCase().startsWith("waid="))?.slice(5) ?? "";
  const quoted = params.some((param) => /quoted-printable/i.test(param));
  const value = raw.slice(colon + 1).trim();
  return { name, waid, value: unescapeText(quoted ? decodeQuoted(value) : value) };
}

function toCard(lines: readonly Line[]): Card {
  const first = (name: string) => lines.find((line) => line.name === name)?.value ?? "";
  const phones = lines
    .filter((line) => line.name === "TEL")
    .map((line) => (line.waid ? `+${line.waid}` : line.value.replace(/^tel:/i, "")))
    .filter((phone) => phone !== "");
  const parts = first("N").split(";");
  return {
    name: first("FN") || [parts[1], parts[0]].filter(Boolean).join(" "),
    organization: first("ORG").split(";").filter(Boolean).join(", "),
    phones: [...new Set(phones)],
    email: first("EMAIL"),
  };
}

function unescapeText(value: string): string {
  return value.replaceAll(/\\([nN,;:\\])/g, (_, char: string) => (char.toLowerCase() === "n" ? " " : char));
}

function decodeQuoted(value: string): string {
  const bytes = value.replaceAll(/=([\dA-F]{2})/gi, "%$1");
  try {
    return decodeURIComponent(bytes);
  } catch {
    return value;
  }
}
