import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const es: Dictionary<typeof pt> = {
  consent: {
    title: "Privacidad",
    told: "Aviso de privacidad enviado el {{date}}",
    version: "{{connection}}, versión {{version}}",
    withdrawn: "Pidió salir el {{date}}",
  },
};
