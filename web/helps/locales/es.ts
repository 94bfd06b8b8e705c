import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the help gallery, Spanish. */
export const es: Dictionary<typeof pt> = {
  page: {
    title: "Centro de ayuda ({{count}})",
    plainTitle: "Centro de ayuda",
    search: "Buscar videos",
    emptyTitle: "Ningún video de ayuda todavía",
    emptyText: "Cuando haya videos que explican el sistema, aparecen aquí.",
  },
  video: {
    watch: "Ver: {{title}}",
    consent: "Al verlo, el video se carga desde YouTube, que recibe la dirección de esta computadora.",
    play: "Ver en YouTube",
    cancel: "Ahora no",
    close: "Cerrar el video",
  },
};
