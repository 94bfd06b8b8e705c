import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const es = {
  page: {
    title: "Respuestas rápidas",
    add: "Nueva respuesta",
    search: "Buscar por atajo o texto",
    emptyTitle: "Todavía no hay respuestas rápidas",
    emptyText: "Guarde aquí lo que escribe todos los días. En la conversación, escriba / para usarlo.",
  },
  column: {
    shortcode: "Atajo",
    message: "Mensaje",
    scope: "Uso",
    file: "Archivo",
    actions: "Acciones",
  },
  row: {
    edit: "Editar {{name}}",
    delete: "Eliminar {{name}}",
    shared: "General",
    own: "Solo mía",
    off: "Inactiva",
  },
  form: {
    addTitle: "Nueva respuesta rápida",
    editTitle: "Editar respuesta rápida",
    shortcode: "Atajo",
    shortcodeHelp: "En la conversación, escriba / y el atajo.",
    message: "Mensaje",
    shared: "General",
    sharedHelp: "Todos los agentes pueden usarla.",
    status: "Activa",
    statusHelp: "Aparece en la lista al escribir /.",
    saved: "Respuesta rápida guardada.",
    taken: "Ya existe una respuesta con este atajo.",
  },
  file: {
    label: "Archivo",
    add: "Adjuntar archivo",
    replace: "Cambiar archivo",
    remove: "Quitar archivo",
    help: "Se envía junto, con el mensaje como descripción.",
    tooLarge: "El archivo supera los 100 MB.",
    refused: "Este tipo de archivo no está permitido.",
    empty: "El archivo está vacío.",
  },
  preview: {
    title: "Como lo lee el cliente",
    empty: "El mensaje aparece aquí mientras escribe.",
  },
  remove: {
    deleted: "Respuesta rápida eliminada.",
  },
} as const satisfies Dictionary<typeof pt>;
