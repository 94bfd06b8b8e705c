import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const es: Dictionary<typeof pt> = {
  page: {
    title: "Sin conexión",
    text: "No se pudo conectar con el servidor. Seguimos intentando; {{brand}} volverá automáticamente.",
    now: "Intentar ahora",
    drafts: "Borradores",
    draftsText: "Lo que escribió y aún no envió está guardado en este dispositivo.",
    noDrafts: "Ningún borrador guardado",
    tasks: "Tareas",
    noTasks: "Ninguna tarea",
    copy: "Copiar el texto",
    copied: "Texto copiado",
  },
};
