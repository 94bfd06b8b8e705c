import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const es: Dictionary<typeof pt> = {
  version: {
    newer: "Hay una nueva versión de Balcão.",
    reload: "Recargar",
  },
};
