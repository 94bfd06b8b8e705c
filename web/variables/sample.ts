/** Variables as their chips offer them (specification 000 section 9), each with what it stands for in a preview. */
export const VARIABLES = ["firstName", "name", "greeting", "protocol", "date", "hour"] as const;
export type Variable = (typeof VARIABLES)[number];

export interface SampleOptions {
  /** ms since 1970: the moment of the preview. */
  readonly now: Date;
  readonly greetings: readonly [dawn: string, morning: string, afternoon: string, night: string];
  /** Names that are known here: of the queue, the company, the attendant. */
  readonly known?: Readonly<Record<string, string>>;
}

const two = (value: number) => String(value).padStart(2, "0");

/** Names the server understands, lower case → value (behaviour 7.4). */
function valuesOf({ now, greetings, known = {} }: SampleOptions): ReadonlyMap<string, string> {
  const date = `${two(now.getDate())}/${two(now.getMonth() + 1)}/${now.getFullYear()}`;
  const hour = `${two(now.getHours())}:${two(now.getMinutes())}`;
  const day = date.split("/").toReversed().join("");
  const groups: readonly [readonly string[], string][] = [
    [["firstname", "primeiro_nome"], "Maria"],
    [["name", "nome"], "Maria Silva"],
    [["gretting", "greeting", "ms", "saudacao"], greetings[Math.floor(now.getHours() / 6)] ?? greetings[0]],
    [["protocol", "protocolo"], `${day}0001`],
    [["date", "data"], date],
    [["hour", "hora", "time"], hour],
    [["data_hora", "datetime"], `${date} ${hour}`],
    ...Object.entries(known).map(([name, value]): [readonly string[], string] => [
      [name.toLowerCase()],
      value,
    ]),
  ];
  return new Map(groups.flatMap(([names, value]) => names.map((name): [string, string] => [name, value])));
}

/** A text as a customer may read it; unknown names stay as typed, values are not rendered again. */
export function sampleText(text: string, options: SampleOptions): string {
  const values = valuesOf(options);
  return text.replace(
    /\{\{\s*([^{}]+?)\s*\}\}/g,
    (typed, name: string) => values.get(name.toLowerCase()) ?? typed,
  );
}

/** A text with a variable where the cursor is, and where the cursor goes. */
export function insertVariable(
  text: string,
  variable: Variable,
  from: number,
  to: number,
): { readonly text: string; readonly cursor: number } {
  const written = `{{${variable}}}`;
  return { text: text.slice(0, from) + written + text.slice(to), cursor: from + written.length };
}
