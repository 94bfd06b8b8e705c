import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Names of the variables of texts, Spanish. */
export const es: Dictionary<typeof pt> = {
  variable: {
    firstName: "Primer nombre",
    name: "Nombre",
    greeting: "Saludo",
    protocol: "Protocolo",
    date: "Fecha",
    hour: "Hora",
  },
  greeting: {
    dawn: "Buenas noches",
    morning: "Buenos días",
    afternoon: "Buenas tardes",
    night: "Buenas noches",
  },
  area: {
    insert: "Insertar en {{field}}: {{variable}}",
    preview: "Vista previa de {{field}}",
  },
};
