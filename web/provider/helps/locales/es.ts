import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the help gallery, Spanish. */
export const es: Dictionary<typeof pt> = {
  page: {
    title: "Centro de ayuda ({{count}})",
    plainTitle: "Centro de ayuda",
    search: "Buscar videos",
    emptyTitle: "Todavía no hay videos de ayuda",
    emptyText: "Cuando haya videos que explican el sistema, aparecen aquí.",
  },
  video: {
    watch: "Ver: {{title}}",
    consent: "Al verlo, el video se carga desde YouTube, que recibe la dirección de esta computadora.",
    play: "Ver en YouTube",
    cancel: "Ahora no",
    close: "Cerrar el video",
  },
  admin: {
    add: "Agregar video",
    search: "Buscar videos",
    emptyTitle: "Todavía no hay videos de ayuda",
    emptyText: "Agregue el primer video; todas las empresas lo ven en el Centro de ayuda.",
    title: "Título",
    video: "Video",
    actions: "Acciones",
    edit: "Editar {{title}}",
    delete: "Eliminar {{title}}",
    addTitle: "Nuevo video",
    editTitle: "Editar video",
    description: "Descripción",
    code: "Código del video",
    codeHelp: "Las letras después de watch?v= en la dirección de YouTube.",
    saved: "¡Operación realizada con éxito!",
    failed:
      "No se pudo realizar la operación. Verifique si ya existe una ayuda con el mismo título o si los campos se completaron correctamente.",
    removeTitle: "¿Eliminar {{title}}?",
    removeFailed: "No se pudo realizar la operación.",
  },
  news: {
    title: "Novedades",
    running: "Versión en uso: {{version}}",
    next: "En esta versión",
  },
};
