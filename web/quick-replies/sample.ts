import type { Translate } from "#web/i18n/dictionary.ts";
import { formatDate, formatTime, inCompanyZone } from "#web/lib/dates.ts";
import type { pt } from "./locales/pt.ts";

/** What can be put into a message with one press (specification 000 section 9, behaviour 7.4). */
export const VARIABLES = [
  "firstName",
  "name",
  "greeting",
  "protocol",
  "date",
  "hour",
  "userName",
  "queue",
] as const;
export type Variable = (typeof VARIABLES)[number];

/** Every name the sample knows, as the server understands it, and which of the values it stands for. */
const ALIASES: Readonly<Record<string, Variable>> = {
  primeiro_nome: "firstName",
  nome: "name",
  gretting: "greeting",
  ms: "greeting",
  saudacao: "greeting",
  protocolo: "protocol",
  data: "date",
  hora: "hour",
  time: "hour",
  user: "userName",
  atendente: "userName",
  fila: "queue",
};

/** A message as a sample customer would read it now; what nobody knows stays as typed. */
export function renderSample(message: string, t: Translate<typeof pt>, now: number): string {
  const values = sampleValues(t, now);
  const byName = new Map(VARIABLES.map((name) => [name.toLowerCase(), values[name]]));
  for (const [alias, name] of Object.entries(ALIASES)) byName.set(alias, values[name]);
  return message.replace(
    /\{\{\s*([^{}]{1,60}?)\s*\}\}/g,
    (typed, name: string) => byName.get(name.toLowerCase()) ?? typed,
  );
}

function sampleValues(t: Translate<typeof pt>, now: number): Readonly<Record<Variable, string>> {
  const name = t("preview.contact");
  return {
    firstName: name.split(" ")[0] ?? name,
    name,
    greeting: t(`greeting.${partOfDay(inCompanyZone(now).hour())}`),
    protocol: `${inCompanyZone(now).format("YYYYMMDD")}0001`,
    date: formatDate(now),
    hour: formatTime(now),
    userName: t("preview.attendant"),
    queue: t("preview.queue"),
  };
}

function partOfDay(hour: number): "dawn" | "morning" | "afternoon" | "night" {
  if (hour >= 18) return "night";
  if (hour >= 12) return "afternoon";
  return hour >= 6 ? "morning" : "dawn";
}
