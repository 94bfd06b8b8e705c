import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** The palette in Spanish. */
export const es: Dictionary<typeof pt> = {
  palette: {
    placeholder: "Página, contacto o atención…",
    pages: "Páginas",
    tickets: "Atenciones",
    contacts: "Contactos",
    actions: "Acciones",
    empty: "No se encontró nada",
    needsModifier: "“{{what}}” no se ejecuta solo con Enter: haga clic o presione {{keys}}.",
    hint: "Escriba al menos 2 letras para buscar contactos y atenciones.",
    toggleTheme: "Cambiar entre tema claro y oscuro",
  },
};
