import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const es = {
  picker: {
    label: "Respuestas rápidas",
    loading: "Cargando…",
    failed: "No se pudo cargar la lista de registros",
    none: "Todavía no hay respuestas rápidas",
    notFound: "Ninguna respuesta con “{{text}}”",
    found_one: "{{count}} respuesta rápida. Use las flechas y Enter.",
    found_other: "{{count}} respuestas rápidas. Use las flechas y Enter.",
    manage: "Crear respuestas rápidas",
    preview: "Como lo lee el cliente",
    shared: "General",
    choose: "elegir",
    close: "cerrar",
  },
  enclosed: {
    title: "Archivo de la respuesta rápida",
    remove: "No enviar el archivo",
  },
} as const satisfies Dictionary<typeof pt>;
