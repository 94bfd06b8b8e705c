import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Long work behind the bell, Spanish. */
export const es: Dictionary<typeof pt> = {
  works: {
    title: "En curso",
    import: "Importación de contactos: {{name}}",
    campaign: "Campaña: {{name}}",
    export: "Exportación: {{name}}",
    "company-import": "Importación de empresa: {{name}}",
    backup: "Copia de seguridad de la instalación",
    begins: "Comenzando…",
    count: "{{done}} de {{total}}",
    paused: "pausada",
    soon: "menos de 1 min",
    minutes: "unos {{count}} min",
    hours: "unas {{count}} h",
    stop: "Detener: {{name}}",
  },
};
