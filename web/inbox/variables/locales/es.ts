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
    userName: "Agente",
    queue: "Cola",
    company: "Empresa",
  },
  problem: {
    unknown: "{{variable}} no existe: el contacto lo leería tal cual. Use una de las opciones de abajo.",
    unfinished: "{{variable}} está incompleta: las variables llevan dos llaves a cada lado.",
    braces: "{{variable}} se enviaría tal cual. Aquí se escribe {{right}}.",
  },
  area: {
    insert: "Insertar en {{field}}: {{variable}}",
    preview: "Vista previa de {{field}}",
  },
};
