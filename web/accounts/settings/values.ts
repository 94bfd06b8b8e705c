/** Days and hours in which campaigns may send. */
export interface SendWindow {
  /** 0 = Sunday. */
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** Words separated by commas or line breaks: each once, in lower case, in the format of the setting. */
export function writeWords(typed: string): string {
  const words = typed
    .split(/[,;\n]/)
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean);
  return JSON.stringify([...new Set(words)]);
}

export function readWords(value: string): string {
  const words = parsed(value);
  return Array.isArray(words) ? words.join(", ") : "";
}

export function readWindow(value: string): SendWindow {
  const found = parsed(value) as Partial<SendWindow> | null;
  return {
    days: found?.days ?? [0, 1, 2, 3, 4, 5, 6],
    from: found?.from ?? "00:00",
    to: found?.to ?? "24:00",
  };
}

export const writeWindow = ({ days, from, to }: SendWindow): string =>
  JSON.stringify({ days: [...days].sort((a, b) => a - b), from, to });

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
