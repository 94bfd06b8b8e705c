import type { pt } from "./pt.ts";

/** Texts of templates of official numbers, Spanish. */
export const es: typeof pt = {
  list: {
    title: "Plantillas de {{name}}",
    sync: "Sincronizar",
    synced: "Plantillas actualizadas",
    add: "Nueva plantilla",
    empty: "Este número todavía no tiene plantillas.",
    unusable: "Con partes que solo se completan fuera de aquí",
    open: "Plantillas",
  },
  status: {
    APPROVED: "Aprobada",
    PENDING: "En revisión",
    REJECTED: "Rechazada",
    PAUSED: "Pausada",
    DISABLED: "Desactivada",
    other: "No disponible",
  },
  form: {
    title: "Nueva plantilla",
    name: "Nombre",
    nameHelp: "Letras minúsculas, números y _",
    language: "Idioma",
    languageHelp: "Por ejemplo pt_BR, en_US, es",
    category: "Categoría",
    UTILITY: "Utilidad",
    MARKETING: "Marketing",
    header: "Título",
    body: "Texto",
    bodyHelp: "Los valores van entre llaves dobles: 1, 2, 3…",
    footer: "Pie",
    example: "Ejemplo del valor {{name}}",
    submit: "Enviar a aprobación",
    saved: "Plantilla enviada a aprobación",
  },
};
