import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts about contacts who want no campaigns, Spanish. */
export const es: Dictionary<typeof pt> = {
  optOut: {
    since: "No recibe campañas desde {{date}}",
    undo: "Volver a enviar campañas",
    undone: "{{name}} vuelve a recibir campañas.",
  },
};
