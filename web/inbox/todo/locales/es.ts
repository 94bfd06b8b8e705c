import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the to-do list, Spanish. */
export const es: Dictionary<typeof pt> = {
  page: {
    title: "Tareas",
    private: "Solo usted ve esta lista. Se queda en este navegador.",
    open_one: "{{count}} tarea por hacer",
    open_other: "{{count}} tareas por hacer",
    allDone: "Todo hecho.",
    emptyTitle: "Ninguna tarea por aquí",
    emptyText: "Anote lo que no se puede olvidar: escriba arriba y presione Enter.",
    notStored: "Este navegador no guarda datos. Las tareas se pierden al cerrar la página.",
  },
  form: {
    task: "Nueva tarea",
    add: "Agregar",
    save: "Guardar",
  },
  row: {
    done: "Completar: {{text}}",
    edit: "Editar: {{text}}",
    delete: "Eliminar: {{text}}",
    created: "Creada {{time}}",
    updated: "modificada {{time}}",
    deleted: "Tarea eliminada.",
  },
};
