import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const es = {
  page: {
    title: "Listas de archivos",
    add: "Nueva lista",
    emptyTitle: "Todavía no hay listas de archivos",
    emptyText: "Guarde aquí catálogos, precios y fotos que van junto con una campaña. Cree la primera lista.",
  },
  column: {
    name: "Nombre",
    message: "Mensaje",
    files: "Archivos",
    actions: "Acciones",
  },
  row: {
    edit: "Editar {{name}}",
    delete: "Eliminar {{name}}",
    files_one: "{{count}} archivo",
    files_other: "{{count}} archivos",
    missing_one: "{{count}} sin archivo",
    missing_other: "{{count}} sin archivo",
  },
  form: {
    addTitle: "Nueva lista de archivos",
    editTitle: "Editar lista de archivos",
    name: "Nombre",
    nameTooShort: "nombre muy corto",
    message: "Mensaje",
    messageHelp: "Se envía una vez, con el primer archivo. Las variables como {nome} también valen aquí.",
    options: "Opciones",
    optionName: "Nombre de la opción {{number}}",
    addOption: "Agregar opción",
    removeOption: "Quitar la opción {{number}}",
    noOptions: "Cada opción lleva un archivo. Agregue la primera.",
    file: "Archivo de la opción {{number}}",
    attach: "Adjuntar archivo",
    replace: "Cambiar",
    removeFile: "Quitar {{name}}",
    open: "Abrir {{name}}",
    tooLarge: "El archivo supera los 100 MB.",
    sending: "Enviando {{name}}",
    saved: "Lista de archivos guardada con éxito.",
    notSent: "La lista se guardó, pero un archivo no se pudo enviar.",
  },
  remove: {
    title: "¿Eliminar {{name}}?",
    files_one: "{{count}} archivo se borra con ella.",
    files_other: "{{count}} archivos se borran con ella.",
    deleted: "Lista de archivos eliminada con éxito.",
  },
} as const satisfies Dictionary<typeof pt>;
