import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const es: Dictionary<typeof pt> = {
  page: {
    title: "Compartir",
    choose: "Elija a qué atención o contacto enviarlo:",
    find: "Buscar atención o contacto",
    contacts: "Contactos",
    files_one: "{{count}} archivo",
    files_other: "{{count}} archivos",
    nothing: "Nada para compartir",
    nothingText: "Use “Compartir” en otra aplicación y elija {{brand}}.",
    none: "Ninguna atención abierta",
    noneText: "Acepte una atención, o busque un contacto por su nombre.",
    toTickets: "Ir a las atenciones",
    notSent: "Nada se envía todavía: usted lo revisa antes.",
    refused: "{{name}} no se pudo adjuntar",
  },
};
